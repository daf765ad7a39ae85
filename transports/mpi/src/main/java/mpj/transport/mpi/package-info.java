/**
 * Transport mpi: a C library with the standard ABI of MPI 5 carries the job. Begin to read at {@link
 * mpj.transport.mpi.MpiProvider}.
 */
package mpj.transport.mpi;
