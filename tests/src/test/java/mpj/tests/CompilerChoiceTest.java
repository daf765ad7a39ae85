package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import mpj.tests.checks.AllocationChecks;
import org.junit.jupiter.api.Test;

/** That the library's code is of a form which the compiler of a rank's JVM makes something good of. */
class CompilerChoiceTest {
    /** A check that fails gives up after a minute. */
    private static final Duration LIMIT = Duration.ofSeconds(120);

    /**
     * The compiler does not inline what it has compiled to more than so many bytes before. By default these are 2500.
     * On another processor, and with another program's profiles, the same method has more bytes; with a limit of 300 a
     * receive is always too long.
     */
    @Test
    void messagesAllocateNothingWhereAReceiveIsLongerThanWhatIsInlined() {
        Job.Result result = Job.start(List.of("-np", "2", "-J-XX:InlineSmallCode=300", "-Dtests.one.type=true",
            CheckProgram.class.getName(), AllocationChecks.class.getName())).await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
    }
}
