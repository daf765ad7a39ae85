/** The Java API of Open MPI 5: classes and methods have its names; the library below is this one. */
package mpi;
