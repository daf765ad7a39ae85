package mpj.transport.shm;

import java.util.List;
import mpj.settings.Catalogue;
import mpj.settings.NumberSetting;
import mpj.settings.Setting;
import mpj.transport.ring.ChannelLayout;

/** The properties of this transport. */
public final class ShmProperties implements Catalogue {
    static final NumberSetting PACKET = Setting.number("mpj.shm.packet", "bytes", 64, ChannelLayout.MAXIMUM_PACKET)
        .multipleOf(8).otherwise(16 << 10)
        .means("The largest payload of one packet. A longer message is cut into packets of this size, which the"
            + " sender copies in while the receiver copies out.");
    static final NumberSetting SPLIT = Setting.number("mpj.shm.split", "hosts", 1, Integer.MAX_VALUE).otherwise(1)
        .means("For tests: pretends that the ranks of this host are on several hosts, as many as the value says."
            + " With N hosts, rank r is on host r modulo N. With `shm,nio`, ranks on different hosts of these talk"
            + " over TCP.");

    /** Called by {@link java.util.ServiceLoader}. */
    public ShmProperties() {
    }

    @Override
    public String title() {
        return "Transport shm";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(PACKET, SPLIT);
    }
}
