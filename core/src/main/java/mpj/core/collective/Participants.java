package mpj.core.collective;

import mpj.core.group.ProcessTopology;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * The ranks that take part in the collectives of a communicator. For one group these are its ranks. For two groups they
 * are the ranks of both, in one order that is the same on either side: first all of one group, then all of the other.
 *
 * @param members for each place, the rank in the job
 * @param rank this process's place
 * @param first how many places the first of two groups has; 0 where there is only one group
 * @param neighborhood this rank's neighbours, where the communicator has a topology; or null
 */
record Participants(int[] members, int rank, int first, Neighborhood neighborhood) {
    /**
     * The ranks of one group.
     *
     * @param topology of them, or null
     */
    static Participants of(int[] group, int rank, ProcessTopology topology) {
        return new Participants(group, rank, 0, topology == null ? null : Neighborhood.of(topology, rank));
    }

    /**
     * The ranks of two groups, seen from one of them. The group whose leader has the lower rank in the job comes first.
     */
    static Participants ofTwo(int[] local, int rank, int[] remote) {
        int[] members = new int[local.length + remote.length];
        boolean localFirst = local[0] < remote[0];
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
                + " neighbours in it; make one with a topology of it first");
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

    /** How many ranks this rank exchanges blocks with: the other group's ranks if there are two groups, else all. */
    int peers() {
        return !isInter() || isInFirst() ? size() - first : first;
    }

    /** How many ranks this process's group has. */
    int localSize() {
        return isInter() ? size() - peers() : size();
    }

    /** What errors call the rank at a place. */
    String name(int place) {
        return "rank " + place(place);
    }

    /** The rank at a place. If there are two groups, the text also says of which. */
    String place(int place) {
        if (!isInter()) {
            return Integer.toString(place);
        }
        boolean inFirst = place < first;
        return (inFirst ? place : place - first) + (inFirst == isInFirst() ? " of this group" : " of the remote group");
    }

    /** A text that begins with the place of one of them, with its name instead. */
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
