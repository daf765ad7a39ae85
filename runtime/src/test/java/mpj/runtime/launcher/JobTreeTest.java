package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mpj.runtime.host.CoreBinding;
import mpj.runtime.wire.JobTag;
import mpj.runtime.wire.Message;
import mpj.runtime.wire.SpawnedProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The requests of ranks that concern other jobs. */
@Timeout(60)
class JobTreeTest {

    /** A rank of another host would wait for the answer for ever. There is nobody who spawns, which no code expects. */
    @Test
    void requestThatFailsUnexpectedlyIsRefused() throws Exception {
        try (JobTree tree = open()) {
            Message answer = tree.answer(null, 0, new Message.Spawn(List.of(
                new SpawnedProgram("App", List.of(), 1, Map.of())), "a port"));
            String reason = assertInstanceOf(Message.Refused.class, answer).reason();
            assertTrue(reason.startsWith("the launcher has failed: java.lang.NullPointerException"), reason);
        }
    }

    private static JobTree open() throws IOException {
        JobSpecification job = JobSpecification.of(CommandLine.parse(new String[] {"--host", "localhost", "App"}),
            Map.of());
        Launch launch = new Launch(job, 1, Placement.of(job.hosts().hosts(), 1, job.hosts().mapping(), false),
            List.of(), List.of(), null, null, null, null, null, JobTag.NONE);
        return new JobTree(launch, CoreBinding.none(), null, events -> null);
    }

    @Test
    void jobsThatWereNotRunLeaveNoServer() throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        open().close();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (!before.contains(thread) && thread.getName().equals("mpjrun-accept")) {
                assertTrue(thread.join(Duration.ofSeconds(30)), thread.getName());
            }
        }
    }
}
