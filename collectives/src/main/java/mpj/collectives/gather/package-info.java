/** MPI_Gather and MPI_Gatherv. */
package mpj.collectives.gather;
