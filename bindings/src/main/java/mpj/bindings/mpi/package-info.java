/**
 * The standard ABI of MPI 5, which C libraries of several makers implement. {@link mpj.bindings.mpi.mpi_h} has its
 * functions and constants. Layouts and constants can be used even if there is no such library.
 */
package mpj.bindings.mpi;
