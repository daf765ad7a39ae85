package mpj.core.error;

import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/** The engine of this rank as long as MPI may be called: from Init to Finalize. Thread-safe. */
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

    /** What a call after the end throws. */
    public static EngineException ended() {
        return new EngineException(ErrorClass.ERR_OTHER, "called after MPI.Finalize, which no call may follow");
    }

    public boolean isLive() {
        return engine != null;
    }

    /** Ends it: every later call is an error. */
    public void end() {
        engine = null;
    }
}
