package mpj.junit;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Keeps the outcome of the one test that a rank runs: the worst outcome of the test and of everything around it. Of
 * several equal outcomes it keeps the first.
 */
final class FirstFailure implements TestExecutionListener {
    private Verdict.End end = Verdict.End.PASSED;
    private RankFailure failure;
    private boolean ran;

    @Override
    public void executionSkipped(TestIdentifier identifier, String reason) {
        keep(Verdict.End.ABORTED, new IllegalStateException("skipped: " + reason));
    }

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
        ran |= identifier.isTest();
        keep(switch (result.getStatus()) {
            case FAILED -> Verdict.End.FAILED;
            case ABORTED -> Verdict.End.ABORTED;
            case SUCCESSFUL -> Verdict.End.PASSED;
        }, result.getThrowable().orElse(null));
    }

    private void keep(Verdict.End its, Throwable thrown) {
        if (its.compareTo(end) > 0) {
            end = its;
            failure = RankFailure.of(thrown == null ? new AssertionError("it failed and did not say why") : thrown);
        }
    }

    Verdict verdict(int rank) {
        if (!ran && failure == null) {
            keep(Verdict.End.FAILED, new AssertionError("JUnit found no such test in the rank; is its class on the"
                + " class path of the JVM that runs the tests?"));
        }
        return new Verdict(rank, end, failure);
    }
}
