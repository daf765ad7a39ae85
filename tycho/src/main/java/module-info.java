/** Tycho: a registry of producers and consumers at several sites, and messages between them. It knows nothing of MPI. */
module mpj.tycho {
    requires java.logging;
    requires java.naming;
    requires static jdk.httpserver;
    requires org.jgroups;

    exports tycho;
    exports tycho.registry;
}
