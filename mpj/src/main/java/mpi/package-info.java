/**
 * The mpiJava 1.2 API: MPI for Java programs.
 *
 * <p>A program calls {@link mpi.MPI#Init}, sends and receives through {@link mpi.MPI#COMM_WORLD}, and ends with
 * {@link mpi.MPI#Finalize}. Names are MPI's, without the prefix MPI_ and with one capital letter: MPI_Send is
 * {@link mpi.Comm#Send}. Where MPI's C binding takes an address, these take an array (or a
 * {@link java.lang.foreign.MemorySegment}) and an offset in elements.
 *
 * <p>Errors are {@link mpi.MPIException}s, which are unchecked. Any thread may call any method at any time
 * (MPI_THREAD_MULTIPLE).
 */
package mpi;
