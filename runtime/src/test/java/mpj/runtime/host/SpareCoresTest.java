package mpj.runtime.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which cores the threads of a bound rank's JVM get. */
class SpareCoresTest {
    private static BitSet cores(int... numbers) {
        BitSet cores = new BitSet();
        IntStream.of(numbers).forEach(cores::set);
        return cores;
    }

    /** A host whose kernel describes no processors. */
    private static SpareCores of(BitSet allowed, List<RankJvm> jvms) {
        return SpareCores.of(allowed, jvms, new HardwareThreads(Path.of("none")));
    }

    private static List<RankJvm> boundTo(int... numbers) {
        return IntStream.of(numbers).mapToObj(core -> new RankJvm(List.of(core), List.of(), cores(core))).toList();
    }

    @Test
    void theyLeaveTheRanksCoreIfThereIsASpareCoreForEachRank() {
        SpareCores spare = of(cores(2, 3, 5, 7), boundTo(2, 5));
        assertEquals(cores(3, 7), spare.with(cores(2)));
        assertEquals(cores(3, 7), spare.with(cores(5)));
    }

    @Test
    void theyKeepTheCoresOfARankThatHasSeveral() {
        RankJvm jvm = new RankJvm(List.of(0), List.of(), cores(0, 1, 2));
        assertEquals(cores(0, 1, 2, 3), of(cores(0, 1, 2, 3), List.of(jvm)).with(cores(0, 1, 2)));
    }

    @Test
    void theyAreFoundBesideThreadsWhoseNamesCannotBeRead(@TempDir Path tasks) throws IOException {
        Files.createDirectory(tasks.resolve("1")); // a thread that has ended
        comm(tasks, "2", "main".getBytes(StandardCharsets.UTF_8));
        comm(tasks, "3", new byte[] {'a', (byte) 0xC3, '\n'});
        for (int i = 4; i < 8; i++) {
            comm(tasks, Integer.toString(i), "C2 CompilerThre\n".getBytes(StandardCharsets.UTF_8));
        }
        assertEquals(List.of(4, 5, 6, 7), SpareCores.beside(tasks).stream().sorted().toList());
    }

    private static void comm(Path tasks, String thread, byte[] name) throws IOException {
        Files.write(Files.createDirectory(tasks.resolve(thread)).resolve("comm"), name);
    }

    @Test
    void theyKeepTheRanksCoreIfSpareCoresAreFewer() {
        assertEquals(cores(0, 3), of(cores(0, 1, 2, 3), boundTo(0, 1, 2)).with(cores(0)));
        assertEquals(cores(1), of(cores(0, 1), boundTo(0, 1)).with(cores(1)));
    }

    @Test
    void theyTakeTheOtherHardwareThreadOfARanksCoreOnlyIfOtherCoresAreTooFew(@TempDir Path cpus) throws IOException {
        HardwareThreads threads = HardwareThreadsTest.described(cpus, "0-1", "2-3", "4-5", "6-7");
        assertEquals(cores(4, 5, 6, 7), SpareCores.of(cores(0, 1, 2, 3, 4, 5, 6, 7), boundTo(0, 2), threads)
            .with(cores(0)));
        assertEquals(cores(1, 3, 5, 6, 7), SpareCores.of(cores(0, 1, 2, 3, 4, 5, 6, 7), boundTo(0, 2, 4), threads)
            .with(cores(0)));
    }
}
