///usr/bin/env jbang "$0" "$@" ; exit $?
//JAVA 22+
//DEPS org.mpj:mpj:0.1.0-SNAPSHOT
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
// jbang Sum.java runs a job of one rank. mpjrun -np 4 Sum.java runs four and needs no JBang. With JBang's class path:
//   mpjrun -np 4 -cp "$(jbang info classpath Sum.java)" Sum

import mpi.MPI;

/** Adds up the ranks. */
public class Sum {
    /** Rank 0 prints the sum. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int[] sum = new int[1];
        MPI.COMM_WORLD.Reduce(new int[] {rank}, 0, sum, 0, 1, MPI.INT, MPI.SUM, 0);
        if (rank == 0) {
            System.out.println("the sum of " + MPI.COMM_WORLD.Size() + " ranks is " + sum[0]);
        }
        MPI.Finalize();
    }
}
