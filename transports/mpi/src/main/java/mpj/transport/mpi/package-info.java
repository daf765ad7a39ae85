/**
 * Transport mpi: a C library with the standard ABI of MPI 5 carries the job. {@link mpj.transport.mpi.MpiProvider} is
 * where it begins.
 */
package mpj.transport.mpi;
