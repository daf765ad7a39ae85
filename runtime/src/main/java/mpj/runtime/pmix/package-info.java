/**
 * PMIx, by which Open MPI's mpirun, prun and Slurm's {@code --mpi=pmix} tell a rank who it is: a library of C, libpmix,
 * that talks to the launcher's daemon. It is loaded in a process that such a launcher started, and in no other.
 */
package mpj.runtime.pmix;
