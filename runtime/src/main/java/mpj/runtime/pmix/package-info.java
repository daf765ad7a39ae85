/**
 * PMIx is how Open MPI's mpirun, prun and Slurm's {@code --mpi=pmix} tell a rank about its job. Its C library, libpmix,
 * talks to the launcher's daemon. The library is loaded only in a process that such a launcher started.
 */
package mpj.runtime.pmix;
