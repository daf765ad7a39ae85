package mpj.runtime.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what the times of threads, as the kernel counts them, say about the compilers of JVMs. */
class CompilerTimeTest {
    @TempDir
    private Path processes;

    private void describe(String described, String name, int user, int system) throws IOException {
        Files.writeString(Files.createDirectories(processes.resolve(described)).resolve("stat"),
            "4711 (" + name + ") S 1 2 3 4 5 6 7 8 9 10 " + user + " " + system + " 0 0 20 0\n");
    }

    private double part(long... pids) {
        CompilerTime time = new CompilerTime(processes);
        time.look(LongStream.of(pids).boxed().toList());
        return time.part();
    }

    @Test
    void jvmWhoseCompilersTakeTheLargestPartCounts() throws IOException {
        describe("1", "java", 50, 10);
        describe("1/task/2", "C2 CompilerThre", 20, 1);
        describe("1/task/3", "rank (0) C2", 30, 9);
        describe("4", "java", 40, 0);
        describe("4/task/5", "C1 CompilerThre", 9, 0);
        describe("4/task/6", "C2 CompilerThre", 7, 0);
        assertEquals(0.4, part(1, 4));
    }

    @Test
    void jvmsThatHaveEndedAndOtherSystemsAreNotSeen() {
        assertEquals(0, part(1));
        assertEquals(0, part());
    }

    @Test
    void compilerThreadThatHasEndedCountsAsBefore() throws IOException {
        describe("1", "java", 10, 0);
        describe("1/task/2", "C2 CompilerThre", 4, 0);
        CompilerTime time = new CompilerTime(processes);
        time.look(List.of(1L));
        Files.delete(processes.resolve("1/task/2/stat"));
        Files.delete(processes.resolve("1/task/2"));
        describe("1", "java", 16, 0);
        time.look(List.of(1L));
        assertEquals(0.25, time.part());
    }
}
