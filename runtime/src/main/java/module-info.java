/** The launcher, and the bootstrap by which a rank learns who it is and finds the others. */
module mpj.runtime {
    requires mpj.bindings;
    requires info.picocli;

    exports mpj.runtime.bootstrap;
}
