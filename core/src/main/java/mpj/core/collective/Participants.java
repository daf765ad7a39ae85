package mpj.core.collective;

import mpj.core.group.ProcessTopology;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * The ranks that take part in the collectives of a communicator. If there is one group, these are its ranks. If there
 * are two, they are the ranks of both, in an order that is the same on either side: first all ranks of one group, then
 * all ranks of the other.
 *
 * @param members the rank in the job, for each place
 * @param rank this process's place
 * @param first how many places the first of two groups has; 0 if there is only one group
 * @param neighborhood this rank's neighbours, or null if the communicator has no topology
 */
record Participants(int[] members, int rank, int first, Neighborhood neighborhood) {
    /**
     * The ranks of one group.
     *
     * @param topology their topology, or null
     */
    static Participants of(int[] group, int rank, ProcessTopology topology) {
        return new Participants(group, rank, 0, topology == null ? null : Neighborhood.of(topology, rank));
    }

    /**
     * The ranks of two groups, seen from one of them.
     *
     * @param localFirst whether this group comes first, which both groups must see in the same way
     */
    static Participants ofTwo(int[] local, int rank, int[] remote, boolean localFirst) {
        int[] members = new int[local.length + remote.length];
        System.arraycopy(local, 0, members, localFirst ? 0 : remote.length, local.length);
        System.arraycopy(remote, 0, members, localFirst ? local.length : 0, remote.length);
        return new Participants(members, localFirst ? rank : remote.length + rank,
            localFirst ? local.length : remote.length, null);
    }

    /** @throws EngineException when the communicator has no topology */
    @Override
    public Neighborhood neighborhood() {
        if (neighborhood == null) {
            throw new EngineException(ErrorClass.ERR_TOPOLOGY, "the communicator has no topology, so no rank has"
                + " neighbours in it; make a communicator with a topology first");
        }
        return neighborhood;
    }

    int size() {
        return members.length;
    }

    boolean isInter() {
        return first > 0;
    }

    private boolean isInFirst() {
        return rank < first;
    }

    /**
     * How many ranks this rank exchanges blocks with: the ranks of the other group if there are two groups, otherwise
     * all.
     */
    int peers() {
        return !isInter() || isInFirst() ? size() - first : first;
    }

    /** How many ranks this process's group has. */
    int localSize() {
        return isInter() ? size() - peers() : size();
    }

    /** The name of the rank at a place, as errors give it. */
    String name(int place) {
        return "rank " + place(place);
    }

    /** The rank at a place, as a text. If there are two groups, the text also says which group the rank belongs to. */
    String place(int place) {
        if (!isInter()) {
            return Integer.toString(place);
        }
        boolean inFirst = place < first;
        return (inFirst ? place : place - first) + (inFirst == isInFirst() ? " of this group" : " of the remote group");
    }

    /** A text that begins with the place of one of the ranks, with the rank's name in place of that number. */
    String named(String text, int place) {
        String start = "rank " + place + " ";
        return isInter() && text.startsWith(start) ? name(place) + " " + text.substring(start.length()) : text;
    }

    /** All ranks, as if they were one group. */
    Participants together() {
        return new Participants(members, rank, 0, null);
    }

    /** This process's rank in its group. */
    int localRank() {
        return isInFirst() || !isInter() ? rank : rank - first;
    }

    /** The place of a rank of the other group. */
    int remote(int rankThere) {
        return isInFirst() ? first + rankThere : rankThere;
    }
}
