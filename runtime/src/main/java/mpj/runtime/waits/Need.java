package mpj.runtime.waits;

import java.util.List;

/**
 * What a waiting call needs from other ranks.
 *
 * @param kind what the call does with those ranks
 * @param ranks in the job, of which any one is enough; empty for Finalize, which needs all other ranks
 * @param tag of the message; {@link #ANY_TAG} where any tag matches or there is no tag
 * @param underWay true when the need will be met without further action of a rank: the message is matched already, or
 *     packets have yet to leave
 */
public record Need(Kind kind, List<Integer> ranks, int tag, boolean underWay) {
    /** Any tag, or no tag. */
    public static final int ANY_TAG = -1;

    /** What a call does with other ranks. */
    public enum Kind {
        /** The call receives from the ranks. */
        RECEIVE,
        /** The call waits for a message from the ranks without receiving it. */
        PROBE,
        /** The call sends to the ranks, and they have not matched the message yet. */
        SEND,
        /** The call waits for the ranks' part of a collective. */
        COLLECTIVE,
        /** The call waits until the ranks call Finalize. */
        FINALIZE,
        /** The call waits for something that will happen without another rank. */
        OTHER
    }
}
