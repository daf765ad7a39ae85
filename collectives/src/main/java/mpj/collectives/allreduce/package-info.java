/** MPI_Allreduce. */
package mpj.collectives.allreduce;
