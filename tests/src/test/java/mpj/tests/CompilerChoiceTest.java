package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import mpj.tests.checks.AllocationChecks;
import org.junit.jupiter.api.Test;

/** What holds whatever the compiler of a rank's JVM chooses to do. */
class CompilerChoiceTest {
    /** A check that fails gives up after a minute. */
    private static final Duration LIMIT = Duration.ofSeconds(120);

    /**
     * The compiler does not inline what it has compiled to more than so many bytes before. By default these are 2500,
     * and a receive has some 1900. On another processor, and with another program's profiles, it may have more.
     */
    @Test
    void messagesAllocateNothingWhereAReceiveIsLongerThanWhatIsInlined() {
        Job.Result result = Job.start(List.of("-np", "2", "-J-XX:InlineSmallCode=1000", "-Dtests.one.type=true",
            CheckProgram.class.getName(), AllocationChecks.class.getName())).await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
    }
}
