package mpjbuf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

final class BufferFactoryProperties {
    private static final int REGION = 8 << 20;

    /** A positive number creates a buffer of that size. Any other number destroys one of the existing buffers. */
    @Property(tries = 200)
    void blocksNeverOverlapAndAllComeBack(@ForAll("steps") List<Integer> steps) {
        BuddyRegion region = new BuddyRegion();
        List<int[]> blocks = new ArrayList<>();
        boolean[] used = new boolean[REGION / 128];
        for (int step : steps) {
            if (step > 0) {
                int level = BuddyRegion.level(step);
                int block = region.take(level);
                if (block >= 0) {
                    assertTrue(region.segment(level, block).byteSize() >= step);
                    mark(used, level, block, true);
                    blocks.add(new int[] {level, block});
                }
            } else if (!blocks.isEmpty()) {
                int[] block = blocks.remove(-step % blocks.size());
                mark(used, block[0], block[1], false);
                region.giveBack(block[0], block[1]);
            }
            assertEquals(blocks.isEmpty(), region.isEmpty());
        }
        blocks.forEach(block -> region.giveBack(block[0], block[1]));
        assertTrue(region.isEmpty());
        assertEquals(0, region.take(BuddyRegion.level(REGION)));
    }

    private static void mark(boolean[] used, int level, int block, boolean now) {
        for (int chunk = block << level; chunk < block + 1 << level; chunk++) {
            assertEquals(!now, used[chunk], "chunk " + chunk);
            used[chunk] = now;
        }
    }

    @Provide
    Arbitrary<List<Integer>> steps() {
        return Arbitraries.oneOf(Arbitraries.integers().between(1, 1000), Arbitraries.integers().between(1, REGION),
            Arbitraries.integers().between(-20, 0)).list().ofMaxSize(100);
    }

    @Example
    void capacityIsTheSmallestBlockThatHoldsTheSize() {
        Buddy1BufferFactory factory = new Buddy1BufferFactory();
        assertNull(factory.createBuffer(0));
        assertEquals(128, factory.createBuffer(1).getCapacity());
        assertEquals(128, factory.createBuffer(100).getCapacity());
        assertEquals(128, factory.createBuffer(128).getCapacity());
        assertEquals(256, factory.createBuffer(129).getCapacity());
        assertEquals(REGION, factory.createBuffer(REGION).getCapacity());
        assertEquals(REGION + 1, factory.createBuffer(REGION + 1).getCapacity());
        assertThrows(java.lang.IllegalArgumentException.class, () -> factory.createBuffer(-1));
    }

    @Example
    void freedBufferIsReusedAndFreeingItTwiceIsHarmless() {
        Buddy1BufferFactory factory = new Buddy1BufferFactory();
        NIOBuffer first = (NIOBuffer) factory.createBuffer(1000);
        MemorySegment memory = first.segment();
        Buffer buffer = new Buffer(first, 0, 1000);
        buffer.free();
        NIOBuffer second = (NIOBuffer) factory.createBuffer(1000);
        assertEquals(memory.address(), second.segment().address());
        factory.destroyBuffer(first);
        first.free();
        NIOBuffer third = (NIOBuffer) factory.createBuffer(1000);
        assertFalse(third.segment().address() == second.segment().address(), "one block for two buffers");
    }

    @Example
    void fullPoolStillHandsOutMemory() {
        Buddy1BufferFactory factory = new Buddy1BufferFactory();
        List<RawBuffer> buffers = new ArrayList<>();
        for (int i = 0; i < BufferConstants.MAX_REGIONS + 2; i++) {
            RawBuffer buffer = factory.createBuffer(REGION);
            buffer.putByte(i, REGION - 1);
            buffers.add(buffer);
        }
        for (int i = 0; i < buffers.size(); i++) {
            assertEquals(i, buffers.get(i).getByte(REGION - 1));
            factory.destroyBuffer(buffers.get(i));
        }
    }

    @Example
    void threadsNeverShareABlock() throws Exception {
        Buddy1BufferFactory factory = new Buddy1BufferFactory();
        Callable<Boolean> work = () -> {
            int mark = (int) Thread.currentThread().threadId();
            for (int i = 0; i < 2000; i++) {
                RawBuffer buffer = factory.createBuffer(100 + i % 500);
                buffer.putInt(mark, 0);
                Thread.onSpinWait();
                if (buffer.getInt(0, false) != mark) {
                    return false;
                }
                factory.destroyBuffer(buffer);
            }
            return true;
        };
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (Future<Boolean> result : threads.invokeAll(List.of(work, work, work, work), 30, TimeUnit.SECONDS)) {
                assertTrue(result.get(), "a block was handed out twice");
            }
        }
    }

    @Example
    void facadeIsReadyAtOnceAndCanBeRestarted() {
        assertTrue(BufferFactory.initialized());
        RawBuffer before = BufferFactory.create(10);
        BufferFactory.shut();
        assertFalse(BufferFactory.initialized());
        assertThrows(IllegalStateException.class, () -> BufferFactory.create(10));
        before.putByte(1, 127);
        BufferFactory.destroy(before);
        BufferFactory.destroy(null);
        assertThrows(java.lang.IllegalArgumentException.class, () -> BufferFactory.init("Buddy3"));
        BufferFactory.init("Buddy2");
        BufferFactory.init("Buddy1");
        assertNotNull(BufferFactory.create(10));
    }

    @Example
    void widthIsThePositionOfTheHighestBit() {
        int[][] widths = {{0, 0}, {1, 1}, {2, 2}, {3, 2}, {4, 3}, {Integer.MAX_VALUE, 31}, {-1, 32}};
        for (int[] width : widths) {
            assertEquals(width[1], CustomMath.widthInBits(width[0]));
            assertEquals(width[1], CustomMath.widthInBits1(width[0]));
        }
    }
}
