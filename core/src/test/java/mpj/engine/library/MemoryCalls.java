package mpj.engine.library;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mpj.engine.ErrorClass;
import mpj.transport.spi.LibraryException;
import mpj.transport.spi.MessageLibrary;

/**
 * The calls of one rank's library. This class notes each call that breaks a rule of {@link MessageLibrary}: two calls
 * overlap although they must not, or a call comes after the end. A test can make a call fail, or do something within a
 * call.
 */
final class MemoryCalls {
    /** A call that is under way. */
    interface Call extends AutoCloseable {
        @Override
        void close();
    }

    private record Failure(ErrorClass error, String text) {
    }

    private final int rank;
    private final boolean threadSafe;
    private final List<String> violations;
    private final List<String> shortCalls = new ArrayList<>();
    private final List<String> waitingCalls = new ArrayList<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final Map<String, Failure> failures = new HashMap<>();
    private final Map<String, Runnable> actions = new HashMap<>();
    private boolean finished;

    MemoryCalls(int rank, boolean threadSafe, List<String> violations) {
        this.rank = rank;
        this.threadSafe = threadSafe;
        this.violations = violations;
    }

    /** Makes the next call with this name fail. */
    synchronized void failNext(String name, ErrorClass error, String text) {
        failures.put(name, new Failure(error, text));
    }

    /** The next call with this name runs an action while it is under way. The action may make a later call fail. */
    synchronized void duringNext(String name, Runnable action) {
        actions.put(name, action);
    }

    /** How many calls with this name there have been. */
    synchronized int count(String name) {
        return counts.getOrDefault(name, 0);
    }

    /** How many calls that may wait are under way. */
    synchronized int waiting() {
        return waitingCalls.size();
    }

    void violation(String text) {
        violations.add("rank " + rank + ": " + text);
    }

    /** Begins a call that does not wait. One thread at a time makes such calls. */
    Call begin(String name) {
        return begin(name, shortCalls);
    }

    /** Begins a call that may wait. */
    Call beginWaiting(String name) {
        return begin(name, waitingCalls);
    }

    private Call begin(String name, List<String> kind) {
        Runnable action;
        Failure failure;
        synchronized (this) {
            if (finished) {
                violation(name + " after the end");
            }
            if (!shortCalls.isEmpty() && (!threadSafe || kind == shortCalls)
                || !threadSafe && !waitingCalls.isEmpty()) {
                violation(name + " overlaps " + shortCalls + waitingCalls);
            }
            kind.add(name);
            counts.merge(name, 1, Integer::sum);
            action = actions.remove(name);
            failure = failures.remove(name);
        }
        if (action != null) {
            action.run();
        }
        if (failure != null) {
            end(name, kind);
            throw new LibraryException(failure.error.code(), failure.text);
        }
        return () -> end(name, kind);
    }

    private synchronized void end(String name, List<String> kind) {
        kind.remove(name);
        finished |= name.equals("finish");
    }
}
