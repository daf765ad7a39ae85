package mpj.runtime.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import mpj.runtime.host.JobEvent;
import mpj.runtime.wire.JobTag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The job of one agent. */
@Timeout(60)
class AgentJobTest {

    /** The plan has a rank, but no program for it, which no code of the agent expects. */
    @Test
    void agentThatCannotStartItsRanksReportsAnyReason() throws Exception {
        Plan plan = new Plan(1, new byte[32], List.of(), "/tmp", false, JobTag.NONE,
            new Plan.Binding(0, false, false), List.of(), List.of("ssh"), 0, 1,
            List.of(new HostPlan(0, "host0", List.of(0), 0)));
        LinkedBlockingQueue<String> failures = new LinkedBlockingQueue<>();
        AgentJob job = AgentJob.begin(plan, "127.0.0.1", message -> {
            if (message instanceof Upward.Happened(JobEvent.HostFailed(String host, String reason))) {
                failures.add(host + ": " + reason);
            }
        });
        try {
            assertEquals("host0: its ranks cannot be started: java.util.NoSuchElementException",
                failures.poll(30, TimeUnit.SECONDS));
        } finally {
            job.end(true);
        }
    }
}
