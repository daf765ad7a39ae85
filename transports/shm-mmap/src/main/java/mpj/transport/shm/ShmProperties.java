package mpj.transport.shm;

import java.util.List;
import mpj.settings.Catalogue;
import mpj.settings.NumberSetting;
import mpj.settings.Setting;
import mpj.transport.ring.ChannelLayout;

/** What a user may set of this transport. */
public final class ShmProperties implements Catalogue {
    static final NumberSetting PACKET = Setting.number("mpj.shm.packet", "bytes", 64, ChannelLayout.MAXIMUM_PACKET)
        .multipleOf(8).otherwise(16 << 10)
        .means("The largest payload of one packet. A longer message is copied in and out in packets of this size,"
            + " both sides at once.");
    static final NumberSetting SPLIT = Setting.number("mpj.shm.split", "hosts", 1, Integer.MAX_VALUE).otherwise(1)
        .means("For tests: treats this host as so many hosts, of which rank r is on number r modulo that. With"
            + " `shm,nio`, ranks of different ones then talk over TCP.");

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
