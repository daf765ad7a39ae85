/**
 * The standard ABI of MPI 5, which C libraries of several makers have; {@link mpj.bindings.mpi.mpi_h} has its functions
 * and constants. Layouts and constants can be used where there is no such library.
 */
package mpj.bindings.mpi;
