/** MPI_Allgather and MPI_Allgatherv: each algorithm serves both. */
package mpj.collectives.allgather;
