package mpj.transport.verbs;

import java.util.List;
import mpj.settings.Catalogue;
import mpj.settings.NumberSetting;
import mpj.settings.Setting;
import mpj.settings.TextSetting;

/** The properties of this transport. */
public final class VerbsProperties implements Catalogue {
    static final int AUTOMATIC = -1;
    private static final int MOST_RECEIVES = 1 << 14;

    static final TextSetting DEVICE = Setting.text("mpj.verbs.device", "a name such as `mlx5_0`")
        .otherwiseFound("", "the first device with an active port")
        .means("The device. `-Dmpj.transport=verbs:mlx5_0` selects it as well.");
    static final NumberSetting PORT = Setting.number("mpj.verbs.port", "a port's number", 1, 255)
        .otherwiseFound(0, "the first active port")
        .means("The device's port.");
    static final NumberSetting GID = Setting.number("mpj.verbs.gid", "an index", 0, 65_535)
        .otherwiseFound(AUTOMATIC, "on InfiniBand 0; on Ethernet the index of the GID for RoCE v2 over IPv4, else"
            + " for RoCE v2 over IPv6, else for RoCE v1")
        .means("The index of the port's GID.");
    static final NumberSetting PACKET = Setting.number("mpj.verbs.packet", "bytes", 1 << 10, 1 << 20).multipleOf(8)
        .otherwise(16 << 10)
        .means("The largest packet, including its header. The value must be the same on all ranks.");
    static final NumberSetting RECEIVES = Setting.number("mpj.verbs.receives", "buffers", 2, MOST_RECEIVES)
        .otherwise(256)
        .means("The number of buffers in the shared receive queue.");
    static final NumberSetting RINGS = Setting.number("mpj.verbs.rings", "peers", 0, PeerWord.MOST_RINGS)
        .otherwise(8)
        .means("The number of peers that may write into [rings](transports.md#verbs) of this rank. 0 turns rings off.");
    static final NumberSetting RING_AFTER = Setting.number("mpj.verbs.ring.after", "packets", 1, Integer.MAX_VALUE)
        .otherwise(32)
        .means("The number of packets after which a peer gets a ring.");
    static final NumberSetting RING_PACKET = Setting.number("mpj.verbs.ring.packet", "bytes", 64, 1 << 15)
        .multipleOf(8).otherwise(1 << 10)
        .means("The largest packet that goes into a ring, including its header and its mark.");
    static final NumberSetting READ = Setting.number("mpj.verbs.read", "bytes", 1, Long.MAX_VALUE)
        .otherwise(64 << 10)
        .means("The receiver reads messages of this size or more by RDMA, if the memory is off the heap on both"
            + " sides.");
    static final NumberSetting ONE_SIDED = Setting.number("mpj.verbs.onesided", "bytes", 1, Long.MAX_VALUE)
        .otherwise(4 << 10)
        .means("Puts and gets of this size or more write and read the memory of a [window](windows.md) by RDMA.");
    static final TextSetting LIBRARY = Setting.text("mpj.verbs.library", "a file").otherwise("libibverbs.so.1")
        .means("The shared library libibverbs.");

    /** Called by {@link java.util.ServiceLoader}. */
    public VerbsProperties() {
    }

    @Override
    public String title() {
        return "Transport verbs";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(DEVICE, PORT, GID, PACKET, RECEIVES, RINGS, RING_AFTER, RING_PACKET, READ, ONE_SIDED,
            LIBRARY);
    }
}
