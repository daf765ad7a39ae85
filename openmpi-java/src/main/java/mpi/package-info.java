/**
 * The Java API of Open MPI 5, on top of this library. Classes and methods have the names that they have in Open MPI.
 *
 * <p>A program calls {@link mpi.MPI#Init}, sends and receives through {@link mpi.MPI#COMM_WORLD}, and ends with
 * {@link mpi.MPI#Finalize}. MPI_Send is {@link mpi.Comm#send}, and MPI_Isend is {@link mpi.Comm#iSend}.
 *
 * {@snippet :
 * // every rank learns the sum of all ranks
 * public static void main(String[] args) {
 *     MPI.Init(args);
 *     int[] sum = {MPI.COMM_WORLD.getRank()};
 *     MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
 *     System.out.println("rank " + MPI.COMM_WORLD.getRank() + ": " + sum[0]);
 *     MPI.Finalize();
 * }
 * }
 *
 * <p>Calls of C's MPI that take an address take an array, a {@link java.nio.Buffer} or a
 * {@link java.lang.foreign.MemorySegment} here. {@link mpi.Comm} says more about buffers. The description of a method
 * ends with the name of its MPI function. Section numbers refer to the standard MPI 4.1, unless another version is
 * named.
 *
 * <p>Errors are {@link mpi.MPIException}s, which are unchecked. Any thread may call any method at any time
 * (MPI_THREAD_MULTIPLE), unless the method says otherwise.
 */
package mpi;
