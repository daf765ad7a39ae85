package mpj.transport.libfabric;

import java.util.List;
import mpj.settings.Catalogue;
import mpj.settings.NumberSetting;
import mpj.settings.Setting;
import mpj.settings.TextSetting;

/** The properties of this transport. */
public final class LibfabricProperties implements Catalogue {
    /** The user has set nothing, so the provider decides. See {@link PacketSizes}. */
    static final long UNSET = 0;
    static final long LARGEST_PACKET = 1 << 20;
    private static final long LARGEST_QUEUE = 1 << 20;

    static final TextSetting DOMAIN = Setting.text("mpj.libfabric.domain", "a name that `mpjrun --fabrics` shows")
        .otherwiseFound("", "libfabric's choice")
        .means("The domain, which is a network card or an interface.");
    static final TextSetting INTERFACE = Setting.text("mpj.libfabric.interface", "a name or an address")
        .otherwiseFound("", "loopback when all ranks are on one host, else libfabric's choice")
        .means("The network interface, for providers that use network addresses.");
    static final TextSetting LIBRARY = Setting.text("mpj.libfabric.library", "a file").otherwise("libfabric.so.1")
        .means("The shared library libfabric.");
    static final NumberSetting PACKET = Setting
        .number("mpj.libfabric.packet", "bytes", PacketLayout.LEAST_MESSAGE, LARGEST_PACKET).multipleOf(8)
        .otherwiseFound(UNSET, "depends on the provider, see `PacketSizes`")
        .means("The largest packet that holds a whole message, including its header of `PacketLayout.PAYLOAD_AT`"
            + " bytes.");
    static final NumberSetting QUEUE = Setting.number("mpj.libfabric.queue", "entries", 1, LARGEST_QUEUE)
        .otherwiseFound(0, "enough for all operations that the provider allows at the same time")
        .means("The size of the completion queue.");
    static final NumberSetting READ = Setting.number("mpj.libfabric.read", "bytes", 1, Long.MAX_VALUE)
        .otherwiseFound(UNSET, "64k; over a TCP stream 512k and the header of a packet")
        .means("The receiver reads messages of this size or more in place, if the memory is off the heap on both"
            + " sides.");
    static final NumberSetting ONE_SIDED = Setting.number("mpj.libfabric.onesided", "bytes", 1, Long.MAX_VALUE)
        .otherwiseFound(UNSET, "32k; over a TCP stream 1m")
        .means("Puts and gets of this size or more write and read the memory of a [window](windows.md) directly, if the"
            + " provider can do so.");

    /** Called by {@link java.util.ServiceLoader}. */
    public LibfabricProperties() {
    }

    @Override
    public String title() {
        return "Transport libfabric";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(DOMAIN, INTERFACE, LIBRARY, PACKET, QUEUE, READ, ONE_SIDED);
    }
}
