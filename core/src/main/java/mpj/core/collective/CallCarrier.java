package mpj.core.collective;

import mpj.collectives.Collective;
import mpj.collectives.Schedule;
import mpj.engine.Operation;

/**
 * What a call asks of whoever carries it out. The call knows no more of it than this, so that whatever reads a call
 * need not refer to what carries calls out.
 *
 * <p>A class, and not an interface: while a JVM has only one that extends it, its calls are compiled as those of a
 * final class.
 */
abstract class CallCarrier {
    /** The error that the program gets for one. */
    abstract RuntimeException raise(RuntimeException e);

    /** Whether this rank is the one that is passed as the root. */
    abstract boolean isRoot(int root);

    /** Has a library of MPI carry the call out; false if none does. */
    abstract boolean runByLibrary(CollectiveCall call);

    /** Checks the arguments, and binds the buffers. */
    abstract void bind(CollectiveCall call);

    /** The same for a call of the library's own, among all that take part. */
    abstract void bindOwn(CollectiveCall call);

    /** The tag of the next call. */
    abstract int nextTag(Collective collective);

    /** The tag of all starts of a call. */
    abstract int persistentTag(Collective collective);

    /** See {@link CallWord}. */
    abstract long word(CollectiveCall call);

    /** Begins to compare the call with those of other ranks; one that blocks is compared when this returns. */
    abstract void compare(CollectiveCall call);

    /** Finds the schedule of a call. */
    abstract Schedule schedule(CollectiveCall call);

    /** Prepares a call that has all of this. */
    abstract void prepare(CollectiveCall call);

    /** The prepared call is to be started again and again. */
    abstract void stay();

    /** Runs the prepared call to its end. */
    abstract void run();

    /** Starts the prepared call, which {@link #advance} carries on. */
    abstract void start();

    /** Goes on as far as it can without waiting, with the engine's lock held. True when nothing is left. */
    abstract boolean advance();

    /** Starts the prepared call as an operation that the engine carries on. */
    abstract Operation launch();

    /** The same of a persistent call. */
    abstract Operation launchAgain();

    /** Lets go of the program's memory; a persistent call keeps it. */
    abstract void clear();
}
