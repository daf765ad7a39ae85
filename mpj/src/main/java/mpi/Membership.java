package mpi;

/** Who is in a communicator, as one of its ranks sees it. Immutable; the arrays are not to be changed. */
final class Membership {
    /** The context of point-to-point messages; the next one is that of collectives. */
    final int context;
    /** The job's rank of each rank of this process's group. */
    final int[] group;
    /** The job's rank of each rank that messages go to and come from: the group, or between groups the remote one. */
    final int[] members;
    /** Which of the members each of the job's ranks is. */
    final RankTable ranks;
    /** This process's rank in its group. */
    final int rank;

    /**
     * A membership.
     *
     * @param self this process's rank in the job
     */
    Membership(int context, int[] group, int[] members, int self) {
        this.context = context;
        this.group = group;
        this.members = members;
        this.ranks = new RankTable(members);
        int place = 0;
        while (group[place] != self) {
            place++;
        }
        this.rank = place;
    }
}
