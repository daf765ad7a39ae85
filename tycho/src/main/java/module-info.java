/**
 * Tycho: a registry of producers and consumers at several sites, and messages between them. It knows nothing of MPI.
 * Package {@code tycho.buffers} needs the message buffers of {@code mpjbuf}, in programs that use this package.
 */
module mpj.tycho {
    requires java.logging;
    requires java.naming;
    requires static jdk.httpserver;
    requires org.jgroups;
    requires static transitive mpj.buffers;

    exports tycho;
    exports tycho.buffers;
    exports tycho.registry;
}
