package tycho.directory;

import java.util.Arrays;
import java.util.Comparator;
import java.util.UUID;
import tycho.frame.Codec;
import tycho.registry.Entry;

/**
 * An entry as a mediator knows it. Only the owner of an entry makes new versions: each renewal of the lease is one.
 *
 * @param entry     the entry
 * @param version   counts the owner's registrations and renewals
 * @param withdrawn whether the owner has withdrawn the entry
 * @param mediator  the mediator to which the owner is connected
 */
public record Replica(Entry entry, long version, boolean withdrawn, UUID mediator) {
    /**
     * A total order, so that merging commutes, is associative, and can be repeated. An owner's versions differ, so
     * the last two criteria only decide between replicas of which one is false.
     */
    private static final Comparator<Replica> NEWER = Comparator.comparingLong(Replica::version)
        .thenComparing(Replica::withdrawn)
        .thenComparing(Replica::mediator)
        .thenComparing(replica -> Codec.encode(replica.entry()), Arrays::compare);

    /** The newer of two replicas of one entry. */
    public static Replica merge(Replica one, Replica other) {
        return NEWER.compare(one, other) >= 0 ? one : other;
    }

    Replica renewed(long newVersion, UUID by) {
        return new Replica(entry, newVersion, withdrawn, by);
    }
}
