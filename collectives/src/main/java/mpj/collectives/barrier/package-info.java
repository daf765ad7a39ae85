/** MPI_Barrier. */
package mpj.collectives.barrier;
