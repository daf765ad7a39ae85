/** The launcher, for users and for programs, and the bootstrap by which a rank learns who it is and finds the others. */
module mpj.runtime {
    requires transitive mpj.settings;
    requires mpj.bindings;
    // Of the launcher only: for a .java file, and for --watch.
    requires static jdk.compiler;
    requires static jdk.httpserver;

    exports mpj.launch;
    exports mpj.runtime.bootstrap;
    exports mpj.runtime.waits;
    provides mpj.settings.Catalogue with mpj.runtime.bootstrap.RuntimeProperties;
}
