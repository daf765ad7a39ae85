/**
 * Foreign functions, constants and layouts, which jextract has generated from the system's headers. There is one
 * package for each library. They are valid for Linux on x86-64 and aarch64, and the ABI test compares them with the
 * headers of both. {@link mpj.bindings.Linux} decides whether they can be used, and {@link mpj.bindings.ThisHost} has
 * the kernel's information about the host.
 */
module mpj.bindings {
    requires transitive mpj.settings;

    exports mpj.bindings;
    exports mpj.bindings.libc;
    exports mpj.bindings.libfabric;
    exports mpj.bindings.mpi;
    exports mpj.bindings.pmix;
    exports mpj.bindings.verbs;
}
