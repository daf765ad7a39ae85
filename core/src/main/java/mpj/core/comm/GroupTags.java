package mpj.core.comm;

import java.util.HashSet;
import java.util.Set;
import java.util.function.IntFunction;
import mpj.core.collective.GroupExchange;
import mpj.engine.Context;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Murmur3;

/**
 * The tags of the messages by which groups agree on a communicator that is made from them alone. A tag is a hash of the
 * groups and the program's string. So creations that go on at the same time hardly ever have the same tag. Thread-safe.
 */
final class GroupTags {
    /** A tag of {@link GroupExchange#ofPart} has this many bits, and is not negative. */
    private static final int BITS = 30;

    private final Context context;
    /** The tags of the creations in which threads of this rank are. */
    private final Set<Integer> underWay = new HashSet<>();

    /** @param context of the messages; no communicator has it */
    GroupTags(Context context) {
        this.context = context;
    }

    Context context() {
        return context;
    }

    /**
     * Does something while no other thread of this rank uses the tag.
     *
     * @param creation makes a communicator with this tag
     * @param groups one group or two, as {@link #tag} takes them
     */
    <T> T during(String stringTag, IntFunction<T> creation, int[]... groups) {
        int tag = tag(stringTag, groups);
        synchronized (underWay) {
            if (!underWay.add(tag)) {
                throw new EngineException(ErrorClass.ERR_ARG, "another thread of this rank is making a communicator"
                    + " with stringTag \"" + stringTag + "\"; pass different strings");
            }
        }
        try {
            return creation.apply(tag);
        } finally {
            synchronized (underWay) {
                underWay.remove(tag);
            }
        }
    }

    /**
     * The tag of a creation. All its ranks compute the same one. The order of the groups does not matter, because each
     * of the two names its own group first.
     */
    static int tag(String stringTag, int[]... groups) {
        long sum = 0;
        for (int[] group : groups) {
            long hash = group.length;
            for (int member : group) {
                hash = Murmur3.mixed(hash + member);
            }
            sum += hash;
        }
        long hash = Murmur3.mixed(sum + groups.length);
        for (int i = 0; i < stringTag.length(); i++) {
            hash = Murmur3.mixed(hash + stringTag.charAt(i));
        }
        return (int) (hash >>> Long.SIZE - BITS);
    }
}
