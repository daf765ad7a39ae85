package mpj.transport.nio;

import mpj.transport.spi.TransportException;

/** A report of the thread that sets connections up to the engine's threads. */
sealed interface SetupEvent {
    /** The index of the peer that the event concerns. */
    int peer();

    /** A connection has been made. */
    record Established(int peer, String host, int port, Stream stream) implements SetupEvent {
    }

    /** A process of another job has left MPI, and the last packets of its whole job have come. */
    record Left(int peer, TransportException cause) implements SetupEvent {
    }

    /** No connection can be made, or the existing one has ended. */
    record Failed(int peer, TransportException cause) implements SetupEvent {
    }
}
