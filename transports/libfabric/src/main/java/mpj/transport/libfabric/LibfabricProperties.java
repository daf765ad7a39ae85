package mpj.transport.libfabric;

import java.util.List;
import mpj.settings.Catalogue;
import mpj.settings.NumberSetting;
import mpj.settings.Setting;
import mpj.settings.TextSetting;

/** What a user may set of this transport. */
public final class LibfabricProperties implements Catalogue {
    /** Then the provider decides, see {@link PacketSizes}. */
    static final long UNSET = 0;
    static final long LARGEST_PACKET = 1 << 20;
    private static final long LARGEST_QUEUE = 1 << 20;

    static final TextSetting DOMAIN = Setting.text("mpj.libfabric.domain", "a name that `mpjrun --fabrics` shows")
        .otherwiseFound("", "libfabric's choice")
        .means("The domain: a network card or interface.");
    static final TextSetting INTERFACE = Setting.text("mpj.libfabric.interface", "a name or an address")
        .otherwiseFound("", "libfabric's choice")
        .means("The network interface, for providers that go by addresses.");
    static final TextSetting LIBRARY = Setting.text("mpj.libfabric.library", "a file").otherwise("libfabric.so.1")
        .means("The library's file.");
    static final NumberSetting PACKET = Setting
        .number("mpj.libfabric.packet", "bytes", PacketLayout.LEAST_MESSAGE, LARGEST_PACKET).multipleOf(8)
        .otherwiseFound(UNSET, "by the provider, see `PacketSizes`")
        .means("The largest packet that is a whole message, with its header of `PacketLayout.PAYLOAD_AT` bytes.");
    static final NumberSetting QUEUE = Setting.number("mpj.libfabric.queue", "entries", 1, LARGEST_QUEUE)
        .otherwiseFound(0, "what the provider may have under way")
        .means("The completion queue's size.");
    static final NumberSetting READ = Setting.number("mpj.libfabric.read", "bytes", 1, Long.MAX_VALUE)
        .otherwiseFound(UNSET, "`PacketSizes.READ`; over a TCP stream what does not fit one packet")
        .means("Messages of so many bytes and more, off the heap on both sides, are read in place.");

    /** Called by {@link java.util.ServiceLoader}. */
    public LibfabricProperties() {
    }

    @Override
    public String title() {
        return "Transport libfabric";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(DOMAIN, INTERFACE, LIBRARY, PACKET, QUEUE, READ);
    }
}
