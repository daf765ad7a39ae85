package mpj.core.error;

import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * The engine of this rank as long as MPI may be called: until Finalize or the end of the last session. Thread-safe.
 */
public final class LiveEngine {
    private volatile Engine engine;

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
}
