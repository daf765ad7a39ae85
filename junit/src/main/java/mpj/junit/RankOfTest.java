package mpj.junit;

import java.util.concurrent.locks.LockSupport;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The main class of a test's ranks. Each rank runs the test by JUnit, and reports how it ended. */
final class RankOfTest {
    static final String ENGINE = "junit-jupiter";

    private RankOfTest() {
    }

    /**
     * Runs the test as a rank.
     *
     * @param args JUnit's identifier of the test, and the transport as the test names it
     */
    public static void main(String[] args) throws Exception {
        AnyApi api = AnyApi.of(RankOfTest.class.getClassLoader());
        api.init();
        int rank = api.rank();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
            .selectors(DiscoverySelectors.selectUniqueId(args[0]))
            .filters(EngineFilter.includeEngines(ENGINE))
            .configurationParameter(MpiTestExtension.IN_RANK, args[1])
            .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
            .configurationParameter("junit.platform.stacktrace.pruning.enabled", "false")
            .build();
        LauncherConfig config = LauncherConfig.builder().enableLauncherSessionListenerAutoRegistration(false)
            .enableLauncherDiscoveryListenerAutoRegistration(false)
            .enablePostDiscoveryFilterAutoRegistration(false)
            .enableTestExecutionListenerAutoRegistration(false).build();
        FirstFailure listener = new FirstFailure();
        LauncherFactory.create(config).execute(request, listener);
        Verdict verdict = listener.verdict(rank);
        Verdicts.tell(verdict);
        if (verdict.end() != Verdict.End.PASSED) {
            awaitEndOfJob();
        }
        api.finish();
    }

    /**
     * Waits for the end of the job. Other ranks may also have failed. The JVM that waits for the verdicts ends the job
     * when it has them.
     */
    private static void awaitEndOfJob() {
        while (true) {
            LockSupport.park();
        }
    }
}
