package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import mpj.runtime.wire.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Names that are kept by a program which does not always answer. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(100)
class RegisteredNamesTest {
    private static final long LIMIT_MILLIS = 20;
    /** A program that answers does so within this time. */
    private static final long LONGER_MILLIS = 3_000;

    @Test
    void mediatorWithoutAPortIsNamed() {
        RegisteredNames names = new RegisteredNames("tycho:head", "an owner", null);
        Message.Unnamed answer = assertInstanceOf(Message.Unnamed.class, names.ask(new Message.LookUp("name")));
        assertEquals(Message.Unnamed.UNREACHABLE, answer.kind());
        assertTrue(answer.reason().endsWith("mpj.names=tycho:head: expected HOST:PORT of a mediator behind tycho:, as"
            + " in mpj.names=tycho:head:7411"), answer::toString);
        names.close();
    }

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

    /** Otherwise the names of the first program would lapse. */
    @Test
    void nextProgramPublishesTheNamesOfTheOneThatWasEnded() throws Exception {
        AnsweringProgram first = new AnsweringProgram("DONE", "DONE", "DONE", "none");
        AnsweringProgram second = new AnsweringProgram("DONE", "DONE");
        Queue<Process> programs = new ArrayDeque<>(List.of(first, second));
        RegisteredNames names = new RegisteredNames("tycho:", programs::remove, LONGER_MILLIS);
        try {
            assertEquals(new Message.Done(), names.ask(new Message.Publish("a", "port a")));
            assertEquals(new Message.Done(), names.ask(new Message.Publish("gone", "port")));
            assertEquals(new Message.Done(), names.ask(new Message.Withdraw("gone")));
            assertInstanceOf(Message.Unnamed.class, names.ask(new Message.Publish("b", "port b")));
            assertEquals("PUBLISH a port a", second.requests().poll(60, TimeUnit.SECONDS));
            assertEquals(new Message.Done(), names.ask(new Message.Withdraw("a")));
            assertEquals("WITHDRAW a ", second.requests().poll(60, TimeUnit.SECONDS));
        } finally {
            names.close();
        }
        assertTrue(second.requests().isEmpty(), second.requests()::toString);
    }

    @Test
    void nameThatAnotherJobHasTakenMeanwhileIsGivenUp() throws Exception {
        AnsweringProgram first = new AnsweringProgram("DONE", "end");
        AnsweringProgram second = new AnsweringProgram("PUBLISHED", "UNKNOWN", "UNKNOWN");
        Queue<Process> programs = new ArrayDeque<>(List.of(first, second));
        RegisteredNames names = new RegisteredNames("tycho:", programs::remove, LONGER_MILLIS);
        try {
            names.ask(new Message.Publish("a", "port a"));
            names.ask(new Message.LookUp("b"));
            names.ask(new Message.LookUp("c"));
            names.ask(new Message.LookUp("d"));
        } finally {
            names.close();
        }
        assertEquals(List.of("PUBLISH a port a", "LOOK-UP c ", "LOOK-UP d "), List.copyOf(second.requests()));
    }
}
