package mpj.engine;

import mpj.collectives.Schedule;

/**
 * Asks another rank whether it calls the same blocking collective, and whether it has already ended it. A rank asks
 * when it has waited long for that other rank. It has to ask because ranks that pass different counts may expect
 * different messages of each other. Then the message for which one of them waits never comes. A rank that does not wait
 * long pays nothing for this. Each communicator has one inquiry, which is called with the engine's lock held.
 */
public abstract class Inquiry {
    /** Explains the words in which ranks say what they call. */
    public interface Calls {
        /**
         * How another rank's call differs from this rank's, or null if it does not.
         *
         * @param theirs what that rank calls
         * @param theirRoot the root that that rank names, or 0
         * @param peer the other rank, in the communicator
         * @param ours what this rank calls
         * @param ourRoot the root that this rank names, or 0
         */
        Failure difference(long theirs, int theirRoot, int peer, long ours, int ourRoot);

        /**
         * The failure to report if another rank does not do what this rank waits for.
         *
         * @param peer the other rank, in the communicator
         * @param ours what this rank calls
         * @param ourRoot the root that this rank names, or 0
         */
        Failure disagreement(int peer, long ours, int ourRoot);

        /**
         * The failure to report if, in addition, it is no longer known what the other rank has called instead.
         *
         * @param peer the other rank, in the communicator
         * @param ours what this rank calls
         * @param ourRoot the root that this rank names, or 0
         */
        Failure departed(int peer, long ours, int ourRoot);
    }

    /**
     * Notes that a call begins.
     *
     * @param ofNumber the call's number, of 24 bits, in the order in which all ranks call
     * @param what this rank calls
     * @param from the root that this rank names, or 0
     * @param ofSchedule the messages of the call
     */
    public abstract void open(int ofNumber, long what, int from, Schedule ofSchedule);

    /** Notes that the call has ended. */
    public abstract void close();
}
