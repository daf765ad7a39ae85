/** MPI_Alltoall and MPI_Alltoallv. */
package mpj.collectives.alltoall;
