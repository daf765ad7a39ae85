package mpj.core.error;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * The engine of this rank as long as MPI may be called: until Finalize or the end of the last session. Thread-safe.
 */
public final class LiveEngine {
    private volatile Engine engine;
    /** Weak, so that what the program forgets can be collected. */
    private final Set<Runnable> atEnd = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    public LiveEngine(Engine engine) {
        this.engine = engine;
    }

    /**
     * The engine.
     *
     * @throws EngineException after Finalize
     */
    public Engine get() {
        Engine live = engine;
        if (live == null) {
            throw ended();
        }
        return live;
    }

    /** The error of a call after the end. */
    public static EngineException ended() {
        return new EngineException(ErrorClass.ERR_OTHER,
            "called after MPI.Finalize or the end of the last session, which no call may follow");
    }

    public boolean isLive() {
        return engine != null;
    }

    /** Ends the time in which MPI may be called: every later call is an error. */
    public void end() {
        engine = null;
    }

    /** Runs an action before the transports are closed, unless the action has been collected by then. */
    public void atEnd(Runnable action) {
        atEnd.add(action);
    }

    /** Runs the actions of {@link #atEnd}. Called when no thread can get into the engine any more. */
    public void runAtEnd() {
        List<Runnable> actions;
        synchronized (atEnd) {
            actions = List.copyOf(atEnd);
        }
        RuntimeException failure = null;
        for (Runnable action : actions) {
            try {
                action.run();
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
