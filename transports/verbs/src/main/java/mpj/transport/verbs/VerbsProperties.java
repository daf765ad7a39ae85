package mpj.transport.verbs;

import java.util.List;
import mpj.settings.Catalogue;
import mpj.settings.NumberSetting;
import mpj.settings.Setting;
import mpj.settings.TextSetting;

/** What a user may set of this transport. */
public final class VerbsProperties implements Catalogue {
    static final int AUTOMATIC = -1;
    private static final int MOST_RECEIVES = 1 << 14;

    static final TextSetting DEVICE = Setting.text("mpj.verbs.device", "a name such as `mlx5_0`")
        .otherwiseFound("", "the first with an active port")
        .means("The device; `-Dmpj.transport=verbs:mlx5_0` does the same.");
    static final NumberSetting PORT = Setting.number("mpj.verbs.port", "a port's number", 1, 255)
        .otherwiseFound(0, "the first that is active")
        .means("The device's port.");
    static final NumberSetting GID = Setting.number("mpj.verbs.gid", "an index", 0, 65_535)
        .otherwiseFound(AUTOMATIC, "on Ethernet a RoCE v2 one over IPv4, else over IPv6, else RoCE v1; on InfiniBand 0")
        .means("The index of the port's GID.");
    static final NumberSetting PACKET = Setting.number("mpj.verbs.packet", "bytes", 1 << 10, 1 << 20).multipleOf(8)
        .otherwise(16 << 10)
        .means("The largest packet, header included; alike on all ranks.");
    static final NumberSetting RECEIVES = Setting.number("mpj.verbs.receives", "buffers", 2, MOST_RECEIVES)
        .otherwise(256)
        .means("Buffers in the shared receive queue.");
    static final NumberSetting RINGS = Setting.number("mpj.verbs.rings", "peers", 0, PeerWord.MOST_RINGS)
        .otherwise(8)
        .means("How many peers may write into a ring of this rank, see below; 0 turns rings off.");
    static final NumberSetting RING_AFTER = Setting.number("mpj.verbs.ring.after", "packets", 1, Integer.MAX_VALUE)
        .otherwise(32)
        .means("After how many packets a peer gets a ring.");
    static final NumberSetting RING_PACKET = Setting.number("mpj.verbs.ring.packet", "bytes", 64, 1 << 15)
        .multipleOf(8).otherwise(1 << 10)
        .means("The largest packet that goes into a ring, with header and mark.");
    static final NumberSetting READ = Setting.number("mpj.verbs.read", "bytes", 1, Long.MAX_VALUE)
        .otherwise(64 << 10)
        .means("Messages of so many bytes and more, off the heap on both sides, are read by the receiver.");
    static final TextSetting LIBRARY = Setting.text("mpj.verbs.library", "a file").otherwise("libibverbs.so.1")
        .means("The library's file.");

    /** Called by {@link java.util.ServiceLoader}. */
    public VerbsProperties() {
    }

    @Override
    public String title() {
        return "Transport verbs";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(DEVICE, PORT, GID, PACKET, RECEIVES, RINGS, RING_AFTER, RING_PACKET, READ, LIBRARY);
    }
}
