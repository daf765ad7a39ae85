package mpj.runtime.waits;

import java.util.List;

/**
 * What a call that waits needs of other ranks.
 *
 * @param kind what it does with them
 * @param ranks in the job; any one of them will do. Empty for Finalize, which needs all others
 * @param tag of the message; {@link #ANY_TAG} where any will do, or there is none
 * @param underWay whether it comes by itself: a message that is matched already, or packets that have yet to leave
 */
public record Need(Kind kind, List<Integer> ranks, int tag, boolean underWay) {
    /** No tag in particular. */
    public static final int ANY_TAG = -1;

    /** What a call does with other ranks. */
    public enum Kind {
        /** It receives from them. */
        RECEIVE,
        /** It waits for a message of theirs that it does not receive. */
        PROBE,
        /** It sends to them, and they have not matched the message yet. */
        SEND,
        /** It waits for their part of a collective. */
        COLLECTIVE,
        /** It waits until they call Finalize. */
        FINALIZE,
        /** Something that passes. */
        OTHER
    }
}
