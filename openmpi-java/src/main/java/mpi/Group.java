package mpi;

import mpj.core.group.ProcessGroup;

/** TODO. MPI: see the list. */
public final class Group implements Freeable {
    private final ProcessGroup core;

    /** @param core what it is below the API */
    Group(ProcessGroup core) {
        this.core = core;
    }

    /** What a group is below the API; of null, null. */
    static ProcessGroup core(Group group) {
        return group == null ? null : group.core;
    }

    /**
     * TODO. MPI: MPI_Group_size.
     * @return TODO
     */
    public int getSize() {
        throw MPIException.notYet("Group.getSize");
    }

    /**
     * TODO. MPI: MPI_Group_rank.
     * @return TODO
     */
    public int getRank() {
        throw MPIException.notYet("Group.getRank");
    }

    /**
     * TODO.
     */
    public void free() {
        throw MPIException.notYet("Group.free");
    }

    /**
     * TODO.
     * @return TODO
     */
    public boolean isNull() {
        throw MPIException.notYet("Group.isNull");
    }

    /**
     * TODO. MPI: MPI_Group_translate_ranks.
     *
     * @param group1 TODO
     * @param ranks1 TODO
     * @param group2 TODO
     * @return TODO
     */
    public static int[] translateRanks(Group group1, int[] ranks1, Group group2) {
        throw MPIException.notYet("Group.translateRanks");
    }

    /**
     * TODO. MPI: MPI_Group_compare.
     *
     * @param group1 TODO
     * @param group2 TODO
     * @return TODO
     */
    public static int compare(Group group1, Group group2) {
        throw MPIException.notYet("Group.compare");
    }

    /**
     * TODO. MPI: MPI_Group_union.
     *
     * @param group1 TODO
     * @param group2 TODO
     * @return TODO
     */
    public static Group union(Group group1, Group group2) {
        throw MPIException.notYet("Group.union");
    }

    /**
     * TODO. MPI: MPI_Group_intersection.
     *
     * @param group1 TODO
     * @param group2 TODO
     * @return TODO
     */
    public static Group intersection(Group group1, Group group2) {
        throw MPIException.notYet("Group.intersection");
    }

    /**
     * TODO. MPI: MPI_Group_difference.
     *
     * @param group1 TODO
     * @param group2 TODO
     * @return TODO
     */
    public static Group difference(Group group1, Group group2) {
        throw MPIException.notYet("Group.difference");
    }

    /**
     * TODO. MPI: MPI_Group_incl.
     *
     * @param ranks TODO
     * @return TODO
     */
    public Group incl(int[] ranks) {
        throw MPIException.notYet("Group.incl");
    }

    /**
     * TODO. MPI: MPI_Group_excl.
     *
     * @param ranks TODO
     * @return TODO
     */
    public Group excl(int[] ranks) {
        throw MPIException.notYet("Group.excl");
    }

    /**
     * TODO. MPI: MPI_Group_range_incl.
     *
     * @param ranges TODO
     * @return TODO
     */
    public Group rangeIncl(int[][] ranges) {
        throw MPIException.notYet("Group.rangeIncl");
    }

    /**
     * TODO. MPI: MPI_Group_range_excl.
     *
     * @param ranges TODO
     * @return TODO
     */
    public Group rangeExcl(int[][] ranges) {
        throw MPIException.notYet("Group.rangeExcl");
    }
}
