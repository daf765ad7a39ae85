/**
 * The launcher, which users and programs start, and the bootstrap, by which a rank learns its number and finds the
 * other ranks.
 */
@SuppressWarnings("module") // those that files is exported to are built after this module
module mpj.runtime {
    requires transitive mpj.settings;
    requires mpj.bindings;
    requires mpj.transport.spi;
    requires jdk.net;
    // Only the launcher needs these: for a .java file, and for --watch.
    requires static jdk.compiler;
    requires static jdk.httpserver;

    exports mpj.launch;
    exports mpj.runtime.bootstrap;
    exports mpj.runtime.files to mpj.checkpoint, mpj.core;
    exports mpj.runtime.waits;
    provides mpj.settings.Catalogue with mpj.runtime.bootstrap.RuntimeProperties;
}
