package mpj.runtime.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which processors ranks get, on hosts whose cores have several hardware threads. */
class HardwareThreadsTest {
    /** Describes cores as the kernel does: each with the numbers of its hardware threads. */
    static HardwareThreads described(Path folder, String... cores) throws IOException {
        for (String threads : cores) {
            String[] ends = threads.split("[-,]");
            for (String cpu : threads.contains(",") ? List.of(ends) : IntStream.rangeClosed(Integer.parseInt(ends[0]),
                Integer.parseInt(ends[ends.length - 1])).mapToObj(Integer::toString).toList()) {
                Files.writeString(Files.createDirectories(folder.resolve("cpu" + cpu + "/topology"))
                    .resolve("thread_siblings_list"), threads + "\n");
            }
        }
        return new HardwareThreads(folder);
    }

    private static BitSet first(int cpus) {
        BitSet first = new BitSet();
        first.set(0, cpus);
        return first;
    }

    @Test
    void ranksGetOneThreadOfEachCoreFirst(@TempDir Path folder) throws IOException {
        HardwareThreads threads = described(folder, "0-1", "2-3", "4-5");
        assertArrayEquals(new int[] {0, 2, 4, 1, 3, 5}, threads.order(first(6), 6, 1));
        CoreBinding binding = new CoreBinding(threads.order(first(6), 6, 1), 1);
        assertEquals(List.of("0", "2", "4", "1", "3", "5", "0"), IntStream.range(0, 7).mapToObj(binding::coresOf)
            .toList());
    }

    @Test
    void numbersOfTheSecondThreadsMayFollowThoseOfAllFirstOnes(@TempDir Path folder) throws IOException {
        assertArrayEquals(new int[] {0, 1, 2, 3}, described(folder, "0,2", "1,3").order(first(4), 4, 1));
    }

    @Test
    void threadThatMayNotBeUsedDoesNotCount(@TempDir Path folder) throws IOException {
        BitSet allowed = first(6);
        allowed.clear(0);
        assertArrayEquals(new int[] {1, 2, 4, 3, 5}, described(folder, "0-1", "2-3", "4-5").order(allowed, 5, 1));
    }

    /** A rank with two processors has two cores if there are enough, and otherwise a core of its own. */
    @Test
    void ranksWithSeveralProcessorsShareNoCore(@TempDir Path folder) throws IOException {
        HardwareThreads threads = described(folder, "0,4", "1,5", "2,6", "3,7");
        assertArrayEquals(new int[] {0, 1, 2, 3, 4, 5, 6, 7}, threads.order(first(8), 4, 2));
        assertArrayEquals(new int[] {0, 4, 1, 5, 2, 6, 3, 7}, threads.order(first(8), 6, 2));
    }

    @Test
    void processorWithoutADescriptionIsACore(@TempDir Path folder) {
        assertArrayEquals(new int[] {0, 1, 2}, new HardwareThreads(folder).order(first(3), 3, 1));
    }
}
