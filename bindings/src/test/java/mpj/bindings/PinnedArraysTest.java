package mpj.bindings;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrays that C reads and writes in place. */
class PinnedArraysTest {
    private static final int ELEMENTS = 100_000;
    private static final int LIMIT = 60;

    private static MemorySegment memory(long address, long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    @Test
    void functionsOfTheJvmHaveThePlacesOfItsHeader(@TempDir Path scratch) throws Exception {
        Path header = Path.of(System.getProperty("java.home"), "include/jni.h");
        assumeTrue(Files.exists(header), () -> "this JDK has no " + header);
        List<JniFunction> functions = List.of(JniFunction.values());
        List<Long> inC = new HeaderCompiler(HeaderCompiler.Target.X86_64, header,
            List.of("-I" + header.resolveSibling("linux")), scratch).evaluate(Stream.of(JniFunction.values())
                .map(each -> "offsetof(struct JNINativeInterface_, " + each.inC() + ") / sizeof(void *)").toList());
        assertEquals(functions.stream().map(each -> (long) each.index()).toList(), inC);
    }

    /** Does with the memory what a test says. */
    private static final class Using extends PinnedArrays.Use {
        private final LongConsumer action;

        Using(LongConsumer action) {
            this.action = action;
        }

        @Override
        protected void use(long address) {
            action.accept(address);
        }
    }

    private static void pin(Object array, LongConsumer action) {
        assumeTrue(Linux.hasBindings(), "C is called on Linux only");
        assertTrue(PinnedArrays.areAvailable());
        PinnedArrays.pin(array, new Using(action));
    }

    @Test
    void elementsOfAPinnedArrayAreReadAndWrittenInPlace() {
        int[] array = {1, 2, 3};
        pin(array, address -> {
            MemorySegment memory = memory(address, array.length * (long) Integer.BYTES);
            assertArrayEquals(new int[] {1, 2, 3}, memory.toArray(ValueLayout.JAVA_INT));
            memory.setAtIndex(ValueLayout.JAVA_INT, 1, 7);
        });
        assertArrayEquals(new int[] {1, 7, 3}, array);
    }

    @Test
    void eachThreadUsesItsOwn() throws Exception {
        List<CompletableFuture<Void>> threads = IntStream.range(0, 4).mapToObj(number -> CompletableFuture.runAsync(
            () -> {
                for (int i = 0; i < 1000; i++) {
                    long[] array = {number, i};
                    pin(array, address -> memory(address, Long.BYTES).set(ValueLayout.JAVA_LONG, 0, -array[0]));
                    assertArrayEquals(new long[] {-number, i}, array);
                }
            })).toList();
        for (CompletableFuture<Void> thread : threads) {
            thread.get(LIMIT, TimeUnit.SECONDS);
        }
    }

    @Test
    void whatAUseThrowsIsThrownAndTheNextWorks() {
        byte[] array = new byte[1];
        IllegalStateException thrown = assertThrows(IllegalStateException.class, () -> pin(array, _ -> {
            throw new IllegalStateException("this one");
        }));
        assertEquals("this one", thrown.getMessage());
        pin(array, address -> memory(address, 1).set(ValueLayout.JAVA_BYTE, 0, (byte) 5));
        assertEquals(5, array[0]);
    }

    /** With G1, which the build chooses for these tests. */
    @Test
    void collectorGoesOnAndLeavesAPinnedArrayInItsPlace() {
        int[] array = new int[ELEMENTS];
        pin(array, address -> {
            CompletableFuture<Integer> collections = CompletableFuture.supplyAsync(() -> {
                int made = 0;
                for (int i = 0; i < 100; i++) {
                    made += new byte[1 << 20].length >> 20;
                    if (i % 10 == 0) {
                        System.gc();
                    }
                }
                return made;
            });
            assertEquals(100, collections.orTimeout(LIMIT, TimeUnit.SECONDS).join());
            MemorySegment memory = memory(address, array.length * (long) Integer.BYTES);
            for (int i = 0; i < ELEMENTS; i++) {
                memory.setAtIndex(ValueLayout.JAVA_INT, i, i);
            }
        });
        assertArrayEquals(IntStream.range(0, ELEMENTS).toArray(), array);
    }
}
