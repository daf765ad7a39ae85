/** MPI for Java: the API of Open MPI's Java bindings. */
module mpj.openmpi {
    requires transitive mpj.buffers;
    requires mpj.core;

    exports mpi;
}
