/** MPI_Bcast. */
package mpj.collectives.bcast;
