package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import mpj.runtime.bootstrap.RuntimeProperties;
import mpj.runtime.launcher.programs.Ranks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Which processes {@code mpjrun --status} takes for jobs. */
@Timeout(500)
@EnabledOnOs(OS.LINUX)
class RunningJobsTest {
    @TempDir
    private Path folder;

    @Test
    void jobOfTheUserIsListedAndARehearsalIsNot() {
        List<String> job = statusWhileItRuns(List.of());
        assertTrue(job.getFirst().contains("Ranks$Wait, 2 ranks on 1 host"), job::toString);
        List<String> rehearsal = statusWhileItRuns(List.of(
            "-D" + RuntimeProperties.REHEARSAL.definition(folder.resolve("rank.names"))));
        assertTrue(rehearsal.getFirst().startsWith("mpjrun: no job "), rehearsal::toString);
    }

    /** @param options the options of the launcher's JVM */
    private static List<String> statusWhileItRuns(List<String> options) {
        ProcessBuilder command = MpjrunProcess.command("-np", "2", MpjrunProcess.name(Ranks.Wait.class));
        // A rehearsal makes an archive, and does not use one.
        command.command().removeIf(word -> word.startsWith("-Dmpj.archive="));
        command.command().addAll(1, options);
        MpjrunProcess launcher = MpjrunProcess.start(command);
        try {
            List<String> lines = launcher.readLines(2);
            assertTrue(lines.stream().allMatch(line -> line.startsWith("pid ")), lines::toString);
            MpjrunProcess.Result status = MpjrunProcess.run("--status", Long.toString(launcher.process().pid()));
            return (status.out() + status.err()).lines().toList();
        } finally {
            launcher.process().destroyForcibly();
        }
    }
}
