/** Checkpoints of programs for the Java API of Open MPI, and the replacement of lost ranks. */
module mpj.checkpoint {
    requires transitive mpj.openmpi;
    requires mpj.runtime;

    exports mpj.checkpoint;
}
