/** JUnit 5 tests that run on several MPI ranks. See {@link mpj.junit.MpiTest}. */
module mpj.junit {
    requires mpj.runtime;
    requires mpj.transport.spi;
    requires org.junit.platform.engine;
    requires org.junit.platform.launcher;
    requires org.opentest4j;
    requires transitive org.junit.jupiter.api;

    uses mpj.transport.spi.TransportProvider;

    exports mpj.junit;
}
