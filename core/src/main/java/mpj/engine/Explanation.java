package mpj.engine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import mpj.runtime.waits.Need;

/** What a wait is for, in MPI's words. It is written down when somebody asks, with the engine's lock held. */
public final class Explanation {
    /** Knows the members of each context. */
    public interface Members {
        /** The ranks that send messages in a context; empty if they are not known. */
        List<Integer> of(int context);

        /** Whether the messages of a context belong to collective operations. */
        boolean isCollective(int context);
    }

    private final Members ranks;
    private final List<Need> needs = new ArrayList<>();
    /** The contexts of the collectives that are waited for. */
    private final Set<Integer> collectives = new HashSet<>();
    private boolean any;

    public Explanation(Members ranks) {
        this.ranks = ranks;
    }

    public List<Need> needs() {
        return needs;
    }

    /**
     * The ranks whose loss may keep the wait from its end. The rank that a collective waits for may itself wait for any
     * other member.
     */
    public Set<Integer> concerned() {
        Set<Integer> all = new TreeSet<>();
        needs.forEach(need -> all.addAll(need.ranks()));
        collectives.forEach(context -> all.addAll(ranks.of(context)));
        return all;
    }

    /** Whether one of the needs is enough. */
    public boolean any() {
        return any;
    }

    /** Notes that one of the needs that follow is enough. */
    void anyOf() {
        any = true;
    }

    /** Notes that the wait passes by itself. */
    void passing() {
        needs.add(new Need(Need.Kind.OTHER, List.of(), Need.ANY_TAG, true));
    }

    void receive(int context, int source, int tag, boolean underWay) {
        add(ranks.isCollective(context) ? Need.Kind.COLLECTIVE : Need.Kind.RECEIVE, context, source, tag, underWay);
    }

    public void probe(int context, int source, int tag) {
        add(ranks.isCollective(context) ? Need.Kind.COLLECTIVE : Need.Kind.PROBE, context, source, tag, false);
    }

    public void send(int context, int destination, int tag, boolean underWay) {
        add(ranks.isCollective(context) ? Need.Kind.COLLECTIVE : Need.Kind.SEND, context, destination, tag, underWay);
    }

    /** Notes that a collective waits for the part of a rank, or of any rank if it is not known which. */
    public void collective(int context, int rank) {
        add(Need.Kind.COLLECTIVE, context, rank, Need.ANY_TAG, false);
    }

    /** Notes a wait for Finalize of all other ranks. */
    public void finalizing() {
        needs.add(new Need(Need.Kind.FINALIZE, List.of(), Need.ANY_TAG, false));
    }

    private void add(Need.Kind kind, int context, int rank, int tag, boolean underWay) {
        List<Integer> who = rank == Receive.ANY ? ranks.of(context) : List.of(rank);
        if (kind == Need.Kind.COLLECTIVE) {
            collectives.add(context);
        }
        // Nobody knows which ranks send in an unknown context.
        needs.add(new Need(kind, who, tag == Receive.ANY ? Need.ANY_TAG : tag, underWay || who.isEmpty()));
    }
}
