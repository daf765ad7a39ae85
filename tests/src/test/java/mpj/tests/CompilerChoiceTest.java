package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import mpj.tests.checks.AllocationChecks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Checks that the library's code has a form which the compiler of a rank's JVM optimizes well. */
@Isolated
class CompilerChoiceTest {
    /**
     * The compiler does not inline a method that it has already compiled to more than a number of bytes, by default
     * 2500. On another processor, or with the profiles of another program, the same method has more bytes. With a limit
     * of 300 bytes, a receive is always too long.
     */
    @Test
    void messagesAllocateNothingWhereAReceiveIsLongerThanWhatIsInlined() {
        Job.Result result = Job.start(List.of("-np", "2", Job.WITH_C2, "-J-XX:InlineSmallCode=300",
            "-Dtests.one.type=true", CheckProgram.class.getName(), AllocationChecks.class.getName()))
            .await(CheckJob.LIMIT_OF_MANY_CALLS);
        assertEquals(0, result.exitCode(), result::toString);
    }
}
