package mpj.engine;

import java.lang.foreign.MemorySegment;

/**
 * Memory that all ranks of a communicator see. Blocking collectives go through it: a rank posts how far it has come,
 * and waits for the posts of others. All methods are called with the engine's lock held.
 *
 * <p>Every rank takes a turn in every blocking collective, even in one that goes by messages ({@link #pass}). So the
 * ranks stay in step, whatever they call.
 */
public abstract class SharedRooms {
    /** Stands for a call that is not known. */
    public static final long UNKNOWN = -1;
    /** At most this many ranks share memory. */
    public static final int MOST_RANKS = 256;

    /** How much memory this many ranks share. */
    public static long bytes(int ranks) {
        return RoomLayout.bytes(ranks, RoomLayout.smallRoom(ranks));
    }

    /** How much memory this many ranks share if every rank gives every other rank a block of its own. */
    public static long bytesForBlocks(int ranks) {
        return RoomLayout.bytes(ranks, RoomLayout.largeRoom(ranks));
    }

    /** The size of each rank's room in {@link #bytes}. */
    public static long smallRoom(int ranks) {
        return RoomLayout.smallRoom(ranks);
    }

    /** The size of each rank's room in this memory. */
    public abstract long roomBytes();

    /**
     * Gives the memory back when the communicator is freed. Other ranks may still be in its last collective, and go on.
     * No thread of this rank is in a collective. Unlike the other methods, this needs no lock, so that the rank's other
     * threads need not wait meanwhile.
     */
    public abstract void close();

    /**
     * Begins a collective.
     *
     * @param what this rank calls; see {@link #call(int)}
     * @param from the rank from which all data come, or a negative number if there is none
     */
    public abstract void begin(long what, int from);

    /**
     * Goes through a collective without a post, because the collective goes by messages, or has no elements for this
     * rank. Other ranks may still read the room, so this writes only the one word of it that is meant for this purpose.
     *
     * @param what this rank calls; see {@link #callWithoutPost}
     */
    public abstract void pass(long what);

    /** The memory through which the elements go. */
    public abstract MemorySegment memory();

    /** Where the elements of rank 0 begin in the memory. The elements of each next rank are one room further on. */
    public abstract long elementsAt();

    /** Tells all ranks that this rank has reached a stage. */
    public abstract void post(int newStage);

    /**
     * Marks everything that this rank posts from now on as coming without data.
     *
     * @param error the reason
     * @param culprit the rank whose error that is
     */
    public abstract void refuse(ErrorClass error, int culprit);

    /** Posts the last stage of the collective, unless this rank has done so. */
    public abstract void end();

    /**
     * Whether no other rank reads this rank's room, in the half of this collective, any more. Then this rank may write
     * there.
     */
    public abstract boolean isRoomFree();

    /**
     * Waits until no other rank reads this rank's room any more.
     *
     * @return null, or why a rank will never have read it
     * @throws EngineException when a rank of the communicator is lost
     */
    public abstract Failure awaitRoomFree();

    /**
     * Notes that every rank has begun this collective: this rank has seen a post of each, or posts that follow from
     * theirs. All rooms of the next collective are then free at once.
     */
    public abstract void allHaveBegun();

    /** Whether a rank has reached a stage. */
    public abstract boolean posted(int peer, int wanted);

    /**
     * Waits until a rank has reached a stage.
     *
     * @return null, or why the rank will never reach it
     * @throws EngineException when a rank of the communicator is lost
     */
    public abstract Failure await(int peer, int wanted);

    /** Writes a number in place of elements. */
    public abstract void note(long at, long number);

    /**
     * A number that a rank has noted. This rank must have seen a post that the other rank made after it had noted the
     * number.
     */
    public abstract long noted(long at);

    /** Whether a rank that has reached a stage of this collective has done so without a post, by going another way. */
    public abstract boolean isAside(int peer);

    /** What a rank that {@linkplain #isAside is aside} calls, or {@link #UNKNOWN} if it is some calls ahead. */
    public abstract long callWithoutPost(int peer);

    /** What a rank that has posted calls. */
    public abstract long call(int peer);

    /** Why a rank that has posted a stage has no data to give with it, or null. */
    public abstract Failure refusal(int peer, int ofStage);
}
