package mpj.core.collective;

import mpj.collectives.Collective;
import mpj.collectives.Schedule;
import mpj.engine.Operation;

/**
 * The part that carries a call out, as the call sees it. A call knows only this class of that part. So classes that
 * read a call need not refer to the classes that carry calls out.
 *
 * <p>This is a class and not an interface. As long as only one class in a JVM extends it, the JVM compiles its calls as
 * calls of a final class.
 */
abstract class CallCarrier {
    /** The exception that the program gets for this one. */
    abstract RuntimeException raise(RuntimeException e);

    /** Whether this rank is the root that the program passes. */
    abstract boolean isRoot(int root);

    /** Lets a library of MPI carry the call out. Returns false if no library does. */
    abstract boolean runByLibrary(CollectiveCall call);

    /** Checks the arguments, and binds the buffers. */
    abstract void bind(CollectiveCall call);

    /** Binds a call that this library makes itself, among all ranks that take part. */
    abstract void bindOwn(CollectiveCall call);

    /** The tag of the next call. */
    abstract int nextTag(Collective collective);

    /** The tag of all starts of a persistent call. */
    abstract int persistentTag(Collective collective);

    /** See {@link CallWord}. */
    abstract long word(CollectiveCall call);

    /**
     * Begins to compare the call with the calls of other ranks. A blocking call has been compared when this returns.
     */
    abstract void compare(CollectiveCall call);

    /** Finds the schedule of a call. */
    abstract Schedule schedule(CollectiveCall call);

    /** Prepares a call that is bound and has its tag, its word and its schedule. */
    abstract void prepare(CollectiveCall call);

    /** Notes that the prepared call will be started again and again. */
    abstract void makePersistent();

    /** Runs the prepared call to its end. */
    abstract void run();

    /** Starts the prepared call, which {@link #advance} carries on. */
    abstract void start();

    /** Goes on as far as it can without waiting, with the engine's lock held. Returns true when nothing is left. */
    abstract boolean advance();

    /** Starts the prepared call as an operation that the engine carries on. */
    abstract Operation launch();

    /** Starts the prepared persistent call in the same way. */
    abstract Operation launchAgain();

    /** Lets go of the program's memory; a persistent call keeps it. */
    abstract void clear();
}
