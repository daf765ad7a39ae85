package mpj.core.collective;

import mpj.collectives.Place;
import mpj.core.datatype.TypeDescriptor;
import mpj.engine.ErrorClass;
import mpj.engine.Failure;
import mpj.engine.SharedRooms;

/**
 * The steps of a call that goes through memory that the ranks share. A rank also posts there what a message would bring
 * with it: which collective the rank calls, and whether it has no data to give.
 */
final class SharedSteps {
    /** Finds what is different about another rank's call. */
    private final CallWord calls;
    private SharedRooms rooms;
    private long call;
    private TypeDescriptor type;

    SharedSteps(CallWord calls) {
        this.calls = calls;
    }

    /**
     * Prepares a call.
     *
     * @param what the word of this rank's call; see {@link CallWord}
     * @param elements the type of the elements that go through the memory, or null if there are none
     */
    void prepare(SharedRooms through, long what, TypeDescriptor elements) {
        rooms = through;
        call = what;
        type = elements;
    }

    /** Whether the call under way goes through shared memory. */
    boolean areTaken() {
        return rooms != null;
    }

    /**
     * Begins the call, with the engine's lock held.
     *
     * @param region the region that {@link Place#SHARED} names
     */
    void begin(Region region) {
        rooms.begin(call, CallWord.source(call));
        if (type != null) {
            region.bind(rooms.memory(), (int) (rooms.elementsAt() / type.elementBytes()), type);
        }
    }

    void post(int stage) {
        rooms.post(stage);
    }

    /** Marks everything that this rank posts from now on as coming without data. */
    void refuse(ErrorClass error, int culprit) {
        rooms.refuse(error, culprit);
    }

    boolean isRoomFree() {
        return rooms.isRoomFree();
    }

    /** Waits until this rank's room is free. Returns why it never will be, or null. */
    Failure awaitRoomFree() {
        return rooms.awaitRoomFree();
    }

    void allHaveBegun() {
        rooms.allHaveBegun();
    }

    boolean posted(int peer, int stage) {
        return rooms.posted(peer, stage);
    }

    /** Waits until a rank has reached a stage. Returns why its data cannot be taken, or null. */
    Failure awaitStage(int peer, int stage) {
        Failure failure = rooms.await(peer, stage);
        if (failure != null) {
            return failure;
        }
        if (rooms.isAside(peer)) {
            Failure difference = difference(peer, rooms.callWithoutPost(peer));
            return difference != null ? difference : calls.disagreement(peer, call, CallWord.root(call));
        }
        Failure difference = difference(peer, rooms.call(peer));
        return difference != null ? difference : rooms.refusal(peer, stage);
    }

    private Failure difference(int peer, long theirs) {
        if (theirs == call) {
            return null;
        }
        return theirs == SharedRooms.UNKNOWN ? calls.departed(peer, call, CallWord.root(call))
            : calls.difference(theirs, CallWord.root(theirs), peer, call, CallWord.root(call));
    }

    void note(long at, long bytes) {
        rooms.note(at, bytes);
    }

    /** Why a number that a rank has noted is not the expected one, or null if it is. */
    Failure compare(int peer, long at, long bytes) {
        long noted = rooms.noted(at);
        return noted == bytes ? null
            : new Failure(ErrorClass.ERR_TRUNCATE, calls.misfit(noted, peer, bytes, call, CallWord.root(call)),
                Failure.NO_RANK);
    }

    /** Takes the last step for this rank after it has failed, so that no rank waits for the steps that it left out. */
    void giveUp(ErrorClass error, int culprit) {
        rooms.refuse(error, culprit);
        rooms.end();
    }

    void clear() {
        rooms = null;
        type = null;
    }
}
