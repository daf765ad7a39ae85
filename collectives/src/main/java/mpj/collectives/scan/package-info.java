/** MPI_Scan and MPI_Exscan. */
package mpj.collectives.scan;
