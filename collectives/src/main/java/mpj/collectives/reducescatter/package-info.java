/** MPI_Reduce_scatter and MPI_Reduce_scatter_block: each algorithm serves both. */
package mpj.collectives.reducescatter;
