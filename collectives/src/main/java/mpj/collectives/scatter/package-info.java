/** MPI_Scatter and MPI_Scatterv. */
package mpj.collectives.scatter;
