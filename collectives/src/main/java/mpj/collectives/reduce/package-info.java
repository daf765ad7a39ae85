/** MPI_Reduce, and what all reductions share. */
package mpj.collectives.reduce;
