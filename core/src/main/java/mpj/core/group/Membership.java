package mpj.core.group;

import mpj.engine.Context;

/** The members of a communicator, as one of its ranks sees them. Immutable; the arrays must not be changed. */
public final class Membership {
    /** Keeps the communicator's messages apart from others. */
    public final Context context;
    /** The rank in the job of each rank of this process's group. */
    public final int[] group;
    /**
     * The rank in the job of each rank that messages go to and come from: the ranks of the group, or, between two
     * groups, the ranks of the remote group.
     */
    public final int[] members;
    /** Finds which of the members a rank in the job is. */
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
