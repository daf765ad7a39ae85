package mpj.engine;

import mpj.collectives.Schedule;

/**
 * Asks a rank whether it calls the same blocking collective, and has not ended it already. A rank asks when it has
 * waited long for that other rank. It has to ask because ranks that pass different counts may expect different messages
 * of each other; then the message that one waits for never comes. A rank that does not wait long pays nothing for this.
 * There is one for each communicator; it is called with the engine's lock held.
 */
public abstract class Inquiry {
    /** Explains the words in which ranks say what they call. */
    public interface Calls {
        /**
         * How another rank's call differs from this rank's, or null if it does not.
         *
         * @param theirs what it calls
         * @param theirRoot the root that it names, or 0
         * @param peer its rank in the communicator
         * @param ours what this rank calls
         * @param ourRoot the root that this rank names, or 0
         */
        Failure difference(long theirs, int theirRoot, int peer, long ours, int ourRoot);

        /**
         * What to say where another rank does not do what this rank waits for.
         *
         * @param peer its rank in the communicator
         * @param ours what this rank calls
         * @param ourRoot the root that this rank names, or 0
         */
        Failure disagreement(int peer, long ours, int ourRoot);

        /**
         * The same where nobody knows any more what the other rank has called instead.
         *
         * @param peer its rank in the communicator
         * @param ours what this rank calls
         * @param ourRoot the root that this rank names, or 0
         */
        Failure departed(int peer, long ours, int ourRoot);
    }

    /**
     * A call begins.
     *
     * @param ofNumber the call's number, of 24 bits, in the order in which all ranks call
     * @param what this rank calls
     * @param from the root that it names, or 0
     * @param ofSchedule its messages
     */
    public abstract void open(int ofNumber, long what, int from, Schedule ofSchedule);

    /** The call has ended. */
    public abstract void close();
}
