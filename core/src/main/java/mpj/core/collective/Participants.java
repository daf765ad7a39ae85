package mpj.core.collective;

import mpj.core.group.ProcessTopology;

/**
 * Who takes part in the collectives of a communicator. Of one group, its ranks. Of two, the ranks of both, in one row
 * that is the same on either side: first those of one group, then those of the other.
 *
 * @param members the job's rank of each
 * @param rank this process's place among them
 * @param first how many of them are the first group's; 0 where there is one group
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

    /** The ranks of two groups, seen from one. The one whose leader has the lower rank in the job comes first. */
    static Participants ofTwo(int[] local, int rank, int[] remote) {
        int[] members = new int[local.length + remote.length];
        boolean localFirst = local[0] < remote[0];
        System.arraycopy(local, 0, members, localFirst ? 0 : remote.length, local.length);
        System.arraycopy(remote, 0, members, localFirst ? local.length : 0, remote.length);
        return new Participants(members, localFirst ? rank : remote.length + rank,
            localFirst ? local.length : remote.length, null);
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

    /** How many ranks this one's blocks are for, or from: those of the other group, if there is one. */
    int peers() {
        return !isInter() || isInFirst() ? size() - first : first;
    }

    /** How many ranks this process's group has. */
    int localSize() {
        return isInter() ? size() - peers() : size();
    }

    /** What errors call one of them. */
    String name(int place) {
        return "rank " + place(place);
    }

    /** Its rank, and of two groups, in which. */
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

    /** All of them as if they were one group. */
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
