package mpj.engine;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import mpj.bindings.PinnedArrays;
import mpj.transport.spi.LibraryStatus;
import mpj.transport.spi.MessageLibrary;
import mpjbuf.layout.ElementType;

/** Blocking sends and receives of one thread, one after the other, for which a library gets an array in place. */
final class PinnedMessage extends PinnedArrays.Use {
    /**
     * Pinning an array takes 0.1 µs, a copy of 4 KiB. But below this size libraries copy by C's memcpy, for which an
     * array lies badly on some machines (it begins 16 bytes into its page): 16 KiB then take four times as long.
     */
    private static final long LEAST = 64 << 10;

    private final MessageLibrary library;
    private final LibraryStatus status;
    private boolean sending;
    private long from;
    private long bytes;
    private int peer;
    private int tag;
    private long communicator;

    /** Found out when the first long array comes. */
    private static final class Pinning {
        static final boolean IS_POSSIBLE = isCollectorPinning() && PinnedArrays.areAvailable();

        private static boolean isCollectorPinning() {
            for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
                if (each.getName().startsWith("G1 ")) {
                    return true;
                }
            }
            return false;
        }
    }

    /** @param status of what is received */
    PinnedMessage(MessageLibrary library, LibraryStatus status) {
        this.library = library;
        this.status = status;
    }

    /**
     * Whether a message of so many bytes goes this way. One of a {@code boolean[]} does not: the bytes that a library
     * writes there might be no booleans.
     */
    static boolean takes(Object buffer, ElementType type, long bytes) {
        return bytes >= LEAST && buffer.getClass() == type.arrayClass() && type != ElementType.BOOLEAN
            && Pinning.IS_POSSIBLE;
    }

    void send(Object array, long at, long size, int destination, int withTag, long in) {
        sending = true;
        carry(array, at, size, destination, withTag, in);
    }

    void receive(Object array, long at, long room, int source, int withTag, long in) {
        sending = false;
        carry(array, at, room, source, withTag, in);
    }

    private void carry(Object array, long at, long size, int other, int withTag, long in) {
        from = at;
        bytes = size;
        peer = other;
        tag = withTag;
        communicator = in;
        PinnedArrays.pin(array, this);
    }

    @Override
    protected void use(long address) {
        if (sending) {
            library.send(address + from, bytes, peer, tag, communicator);
        } else {
            library.receive(address + from, bytes, peer, tag, communicator, status);
        }
    }
}
