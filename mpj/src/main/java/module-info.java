/** MPI for Java: the mpiJava 1.2 API. */
module mpj {
    requires transitive mpj.buffers;
    requires mpj.core;

    exports mpi;
}
