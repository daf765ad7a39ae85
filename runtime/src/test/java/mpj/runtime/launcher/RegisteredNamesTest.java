package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mpj.runtime.wire.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Names that are kept by a program which does not answer. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(100)
class RegisteredNamesTest {
    private static final long LIMIT_MILLIS = 20;

    @Test
    void programThatDoesNotAnswerIsEndedAndAnotherIsStarted() throws Exception {
        List<Process> started = new ArrayList<>();
        RegisteredNames names = new RegisteredNames("tycho:", () -> {
            started.add(new ProcessBuilder("sleep", "600").start());
            return started.getLast();
        }, LIMIT_MILLIS);
        try {
            for (int request = 1; request <= 2; request++) {
                Message.Unnamed answer = assertInstanceOf(Message.Unnamed.class,
                    names.ask(new Message.LookUp("name")));
                assertTrue(answer.toString().contains("has not answered for 20 ms, and was ended; try again"),
                    answer::toString);
                assertTrue(started.size() == request, started::toString);
                assertTrue(started.getLast().waitFor(60, TimeUnit.SECONDS), "the program goes on");
            }
        } finally {
            names.close();
            started.forEach(Process::destroyForcibly);
        }
        assertFalse(started.getLast().isAlive());
    }
}
