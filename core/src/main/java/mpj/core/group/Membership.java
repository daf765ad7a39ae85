package mpj.core.group;

import mpj.engine.Context;

/** The members of a communicator, as one of its ranks sees them. Immutable; the arrays must not be changed. */
public final class Membership {
    /** Keeps its messages apart from others. */
    public final Context context;
    /** The job's rank of each rank of this process's group. */
    public final int[] group;
    /**
     * The job's rank of each rank that messages go to and come from: those of the group, or, between two groups, those
     * of the remote one.
     */
    public final int[] members;
    /** For each of the job's ranks, which of the members it is. */
    public final RankTable ranks;
    /** This process's rank in its group. */
    public final int rank;

    /**
     * A membership.
     *
     * @param self this process's rank in the job
     */
    public Membership(Context context, int[] group, int[] members, int self) {
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
