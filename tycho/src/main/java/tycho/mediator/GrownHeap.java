package tycho.mediator;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Collects the garbage of the whole heap when the heap has grown, and once more a minute later, when what was in use
 * meanwhile is garbage as well. By itself the serial collector lets the heap grow up to its limit, a quarter of the
 * machine's memory, before it collects what has once been promoted: while 10,000 clients connect, half as much memory
 * again as they need. Not thread-safe.
 */
final class GrownHeap {
    private static final int SECONDS_BETWEEN_LOOKS = 20;
    private static final int LOOKS_UNTIL_LAST = 3;
    /** A heap that is larger by this much, or by a sixteenth, is worth a collection. */
    private static final long LEAST_BYTES = 3 << 20;
    private static final int PART = 16;

    private final LongSupplier bytes;
    private final Runnable collection;
    private long limit;
    /** After how many looks the last collection follows; 0 if none does. */
    private int left;

    /**
     * @param bytes      how many bytes the heap has
     * @param collection collects the garbage, and gives back what is free then
     */
    GrownHeap(LongSupplier bytes, Runnable collection) {
        this.bytes = bytes;
        this.collection = collection;
        limit = grown();
    }

    /** Looks at the heap of this process now and then, as long as the process lives. */
    static void watch() {
        GrownHeap heap = new GrownHeap(Runtime.getRuntime()::totalMemory, System::gc);
        Thread.ofPlatform().daemon().name("tycho-heap").start(() -> {
            try {
                while (true) {
                    TimeUnit.SECONDS.sleep(SECONDS_BETWEEN_LOOKS);
                    heap.look();
                }
            } catch (InterruptedException e) {
                // Nobody interrupts this thread.
            }
        });
    }

    private long grown() {
        long size = bytes.getAsLong();
        return size + Math.max(LEAST_BYTES, size / PART);
    }

    /** Collects the garbage if that is due. */
    void look() {
        boolean last = left == 1;
        left = Math.max(0, left - 1);
        if (bytes.getAsLong() > limit) {
            collection.run();
            limit = grown();
            left = LOOKS_UNTIL_LAST;
        } else if (last) {
            collection.run();
            limit = grown();
        } else {
            limit = Math.min(limit, grown());
        }
    }
}
