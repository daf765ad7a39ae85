package mpj.transport.nio;

import mpj.transport.spi.TransportException;

/** What the thread that sets connections up tells the engine's threads. */
sealed interface SetupEvent {
    /** The index of the peer it is about. */
    int peer();

    /** There is a connection. */
    record Established(int peer, String host, int port, Stream stream) implements SetupEvent {
    }

    /** There will be none, or the one there is has come to its end. */
    record Failed(int peer, TransportException cause) implements SetupEvent {
    }
}
