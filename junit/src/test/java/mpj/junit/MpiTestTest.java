package mpj.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import mpi.Intracomm;
import mpi.MPI;
import mpj.tiers.SecondTier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.EventType;
import org.junit.platform.testkit.engine.Events;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.MultipleFailuresError;

/** The results of tests on several ranks. The tests are those of {@link Samples}. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MpiTestTest {
    private static Events run(DiscoverySelector selector) {
        return EngineTestKit.engine(RankOfTest.ENGINE).selectors(selector).execute().allEvents();
    }

    private static Events run(String method) {
        return run(selectMethod(Samples.class, Arrays.stream(Samples.class.getDeclaredMethods())
            .filter(each -> each.getName().equals(method)).findFirst().orElseThrow()));
    }

    /** The thrown exceptions, by invocation. */
    private static List<Throwable> failures(Events events) {
        return events.failed().stream().map(event -> event.getRequiredPayload(TestExecutionResult.class)
            .getThrowable().orElseThrow()).toList();
    }

    private static List<String> passed(Events events) {
        return events.filter(event -> event.getType() == EventType.FINISHED && event.getTestDescriptor().isTest()
            && event.getRequiredPayload(TestExecutionResult.class).getStatus()
                == TestExecutionResult.Status.SUCCESSFUL).map(MpiTestTest::name).toList();
    }

    private static String name(Event event) {
        return event.getTestDescriptor().getDisplayName();
    }

    private static void assertSays(String words, Throwable failure) {
        assertTrue(failure.getMessage().contains(words), () -> failure.getMessage() + "\ndoes not say: " + words);
    }

    /** Runs without the test kit, as a user's tests do. */
    @MpiTest(ranks = 2, jvmOptions = "-XX:TieredStopAtLevel=1")
    void runsOnEachRank(Intracomm world) {
        int[] from = new int[1];
        world.Sendrecv(new int[] {world.Rank()}, 0, 1, MPI.INT, 1 - world.Rank(), 0,
            from, 0, 1, MPI.INT, 1 - world.Rank(), 0);
        assertEquals(1 - world.Rank(), from[0]);
    }

    @Test
    void passesOverEachTransport() {
        Events events = run("passes");
        assertEquals(List.of(), failures(events));
        assertEquals(List.of("threads, 3 ranks", "shm, 3 ranks", "nio, 3 ranks"), passed(events));
    }

    @Test
    void failureNamesItsRankAndTransportAndHasItsStack() {
        List<Throwable> failures = failures(run("failsOnOneRank"));
        assertEquals(List.of("rank 1 of 3 over threads: expected: <expected here> but was: <got this>",
            "rank 1 of 3 over shm: expected: <expected here> but was: <got this>"),
            failures.stream().map(Throwable::getMessage).toList());
        for (Throwable failure : failures) {
            AssertionFailedError error = assertInstanceOf(AssertionFailedError.class, failure);
            assertEquals("got this", error.getActual().getStringRepresentation());
            StackTraceElement last = error.getStackTrace()[error.getStackTrace().length - 1];
            assertEquals("failsOnOneRank", last.getMethodName());
            assertEquals("Samples.java", last.getFileName());
        }
    }

    @Test
    void failuresOfSeveralRanksAreAllTold() {
        MultipleFailuresError error = assertInstanceOf(MultipleFailuresError.class,
            failures(run("failsOnTwoRanks")).getFirst());
        assertSays("2 of 3 ranks over threads failed", error);
        assertEquals(2, error.getFailures().size());
        for (int i = 0; i < 2; i++) {
            assertEquals("rank " + (i + 1) + " of 3 over threads: java.lang.IllegalStateException: broken",
                error.getFailures().get(i).getMessage());
            assertSays("ArithmeticException: by " + (i + 1), error.getFailures().get(i).getCause());
        }
    }

    @Test
    void hangEndsWithTheStackOfTheRankThatWaits() {
        assertHangs("hangs");
    }

    @Test
    @SecondTier
    void hangBetweenProcessesEndsWithTheStackOfTheRankThatWaits() {
        assertHangs("hangsBetweenProcesses");
    }

    private static void assertHangs(String method) {
        List<Throwable> failures = failures(run(method));
        assertEquals(1, failures.size());
        Throwable failure = failures.getFirst();
        assertSays("did not end within 5 s", failure);
        assertSays("it runs on ranks 0, 1 of 2", failure);
        assertSays("\n  rank 1: Recv from rank 0, tag 5, since ", failure);
        assertStacksOfTheHang(failure, method);
    }

    /** Tools print the message twice, so it contains none of the stacks. */
    private static void assertStacksOfTheHang(Throwable failure, String method) {
        String printed = printed(failure);
        assertEquals(1, occurrences("at mpj.junit.Samples.receiveAMessageThatNobodySends", printed), printed);
        assertEquals(1, occurrences("at mpj.junit.Samples." + method, printed), printed);
        assertTrue(printed.contains("rank 1: \"") && printed.contains("rank 0: \""), printed);
        assertFalse(printed.contains("org.junit."), printed);
        assertFalse(failure.getMessage().contains("  at "), failure.getMessage());
    }

    /** This is how JUnit's own timeout ends a test. */
    @Test
    void interruptOfTheTestShowsWhereTheRanksStand() {
        Thread test = Thread.currentThread();
        PrintStream out = System.out;
        System.setOut(new PrintStream(out) {
            @Override
            public void println(String line) {
                super.println(line);
                if (line.equals("[1] about to wait")) {
                    test.interrupt();
                }
            }
        });
        try {
            Throwable failure = failures(run("waits")).getFirst();
            assertInstanceOf(InterruptedException.class, failure);
            assertEquals(1, occurrences("at mpj.junit.Samples.waits", printed(failure)), () -> printed(failure));
        } finally {
            System.setOut(out);
        }
    }

    private static String printed(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    private static int occurrences(String words, String text) {
        return text.split(Pattern.quote(words), -1).length - 1;
    }

    @Test
    void rankThatExitsIsNamed() {
        List<Throwable> failures = failures(run("exits"));
        assertEquals(2, failures.size());
        for (Throwable failure : failures) {
            assertSays("rank 1 exited with code 3", failure);
            assertSays("[1] about to exit", failure);
        }
    }

    @Test
    void assumptionThatDoesNotHoldAborts() {
        Events events = run("doesNotApply");
        assertEquals(List.of(), failures(events));
        assertSays("needs more ranks", events.aborted().stream().findFirst().orElseThrow()
            .getRequiredPayload(TestExecutionResult.class).getThrowable().orElseThrow());
    }

    @Test
    void propertiesAndOptionsReachTheRanks() {
        Events events = run("hasProperties");
        assertEquals(List.of(), failures(events));
        assertEquals(List.of("threads, 1 rank"), passed(events));
    }

    @Test
    void testsInNestedClassesRun() {
        Events events = run(selectClass(Samples.Inside.class));
        assertEquals(List.of(), failures(events));
        assertEquals(List.of("threads, 2 ranks"), passed(events));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "ofNoRanks | Samples.ofNoRanks: ranks is 0; it must be at least 1",
        "overAnUnknownTransport | there is no transport carrier-pigeon on the class path; there are auto, nio, shm, th",
        "ofNoTime | timeout is -1",
        "ofAPropertyWithoutValue | properties has \"mpj.check\"; write it as name=value",
        "ofAnUnknownProperty | did you mean mpj.check?"})
    void wrongArgumentsAreNamed(String method, String words) {
        List<Throwable> failures = failures(run(method));
        assertFalse(failures.isEmpty());
        assertSays(words, failures.getFirst());
    }
}
