package mpj.core.comm;

import java.util.function.Supplier;
import mpj.core.error.ErrorHandling;
import mpj.core.group.ProcessGroup;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * A session: a use of the library that needs no Init. The session of an API holds one of these. MPI: MPI_Session.
 * Thread-safe.
 */
public final class Session {
    private final Worlds.Use use;
    private final ErrorHandling errors;
    private final ProcessSets sets;
    private final Info hints;

    private Session(Worlds.Use use, Info hints) {
        this.use = use;
        this.hints = hints;
        World world = use.world();
        errors = world.self().errors().ofAnother("session");
        sets = new ProcessSets(world.rank(), world.all().size(), world.job()::onHostOf);
    }

    /**
     * Begins a session. MPI: MPI_Session_init.
     *
     * @param begins begins to use the world
     * @param hints the hints of the session
     * @param handler the API's error handler
     * @param fatal whether an error ends the job
     */
    public static Session begin(Supplier<Worlds.Use> begins, Info hints, Object handler, boolean fatal) {
        Info own = checked(hints).copy();
        ErrorHandling.checkHandler(handler);
        Session session = new Session(begins.get(), own);
        session.errors.set(handler, fatal);
        return session;
    }

    private static Info checked(Info hints) {
        if (hints == null) {
            throw new EngineException(ErrorClass.ERR_INFO, "info is null; pass MPI.INFO_NULL if there is none");
        }
        return hints;
    }

    /** MPI_Session_get_num_psets. */
    public int psets(Info info) {
        return call(() -> {
            checked(info);
            return sets.count();
        });
    }

    /** MPI_Session_get_nth_pset. */
    public String pset(Info info, int n) {
        return call(() -> {
            checked(info);
            return sets.name(n);
        });
    }

    /** MPI_Session_get_pset_info. */
    public Info psetInfo(String name) {
        return call(() -> {
            Info info = Info.empty();
            info.set("mpi_size", Integer.toString(sets.group(name).size()));
            return info;
        });
    }

    /** MPI_Group_from_session_pset. */
    public ProcessGroup group(String name) {
        return call(() -> sets.group(name));
    }

    /** MPI_Session_get_info: the hints of the session, and what the library has granted. */
    public Info info() {
        return call(() -> {
            Info info = hints.copy();
            info.set("thread_level", "MPI_THREAD_MULTIPLE");
            return info;
        });
    }

    /**
     * Sets what happens when a call on this session fails. If its errors are not fatal, the job goes on when ranks are
     * lost, as far as this rank is asked.
     *
     * @param handler the API's error handler
     */
    public void errorHandler(Object handler, boolean fatal) {
        call(() -> {
            errors.set(handler, fatal);
            if (!fatal) {
                use.world().engine().survival().tolerateLosses();
            }
            return null;
        });
    }

    /** The API's error handler. */
    public Object errorHandler() {
        return call(errors::handler);
    }

    /** Handles an error of this class as if a call had failed with it: the error is thrown, or it ends the job. */
    public void callErrorHandler(int code) {
        call(() -> null);
        throw errors.called(code);
    }

    /**
     * Ends the session. If it was the last use of the world, this closes the world, and returns after every rank has
     * done so. MPI: MPI_Session_finalize.
     */
    public void end() {
        call(() -> {
            use.end();
            return null;
        });
    }

    public boolean hasEnded() {
        return use.hasEnded();
    }

    private <T> T call(Supplier<T> body) {
        if (use.hasEnded()) {
            throw errors.raise(ErrorClass.ERR_SESSION, "the session has ended; begin another with Session.init");
        }
        return errors.result(body);
    }
}
