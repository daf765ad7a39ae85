/**
 * The mpiJava 1.2 API: MPI for Java programs.
 *
 * <p>A program calls {@link mpi.MPI#Init}, sends and receives through {@link mpi.MPI#COMM_WORLD}, and ends with
 * {@link mpi.MPI#Finalize}. Names are MPI's names without the prefix MPI_, and begin with a capital letter: MPI_Send is
 * {@link mpi.Comm#Send}. Calls of C's MPI that take an address take a buffer and an offset in elements here. A buffer
 * is an array, a {@link java.nio.Buffer} or a {@link java.lang.foreign.MemorySegment}.
 *
 * {@snippet :
 * // every rank learns the sum of all ranks
 * public static void main(String[] args) {
 *     MPI.Init(args);
 *     int[] sum = new int[1];
 *     MPI.COMM_WORLD.Allreduce(new int[] {MPI.COMM_WORLD.Rank()}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
 *     System.out.println("rank " + MPI.COMM_WORLD.Rank() + ": " + sum[0]);
 *     MPI.Finalize();
 * }
 * }
 *
 * <p>The description of a method ends with the name of its MPI function. Section numbers refer to the standard MPI 4.1.
 *
 * <p>Errors are {@link mpi.MPIException}s, which are unchecked. Any thread may call any method at any time
 * (MPI_THREAD_MULTIPLE).
 */
package mpi;
