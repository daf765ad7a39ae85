package mpj.engine.library;

import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.MatchedMessage;
import mpj.engine.Probed;
import mpj.engine.Receive;
import mpj.engine.packet.PacketEngine;
import mpj.engine.wait.EngineLock;
import mpj.transport.spi.LibraryException;
import mpj.transport.spi.LibraryStatus;
import mpj.transport.spi.MessageLibrary;
import mpjbuf.layout.SectionHeader;

/** Looks for messages that a library has. */
final class LibraryProbes {
    private final PacketEngine packets;
    private final LibraryCalls calls;
    private final MessageLibrary library;
    private final EngineLock lock;
    /** What the library tells of a message. Used under the lock. */
    private final LibraryStatus seen;

    LibraryProbes(PacketEngine packets, LibraryCalls calls) {
        this.packets = packets;
        this.calls = calls;
        library = calls.library;
        lock = packets.lock();
        seen = library.status();
    }

    /** See {@link Engine#probe}. */
    Probed probe(LibraryCommunicator communicator, int source, int tag) {
        packets.acquire();
        try {
            packets.poll();
            return look(communicator, source, tag);
        } finally {
            packets.release();
        }
    }

    /** See {@link Engine#matchedProbe}. */
    MatchedMessage match(LibraryCommunicator communicator, int source, int tag) {
        packets.acquire();
        try {
            packets.poll();
            return take(communicator, source, tag);
        } finally {
            packets.release();
        }
    }

    /** See {@link Engine#awaitProbe}. */
    Probed await(LibraryCommunicator communicator, int source, int tag) {
        Probed[] found = new Probed[1];
        packets.await(() -> {
            found[0] = look(communicator, source, tag);
            return found[0] != null;
        });
        return found[0];
    }

    /** See {@link Engine#awaitMatchedProbe}. */
    MatchedMessage awaitMatch(LibraryCommunicator communicator, int source, int tag) {
        MatchedMessage[] taken = new MatchedMessage[1];
        packets.await(() -> {
            if (taken[0] == null) { // this may be asked again when it has a message
                taken[0] = take(communicator, source, tag);
            }
            return taken[0] != null;
        });
        return taken[0];
    }

    private Probed look(LibraryCommunicator communicator, int source, int tag) {
        assert lock.isHeldByMe();
        calls.checkTag(tag);
        try {
            return library.probe(communicator.place(source), tag, communicator.handle, seen) ? found(communicator)
                : null;
        } catch (LibraryException e) {
            throw new EngineException(e);
        }
    }

    private MatchedMessage take(LibraryCommunicator communicator, int source, int tag) {
        assert lock.isHeldByMe();
        calls.checkTag(tag);
        try {
            long message = library.match(communicator.place(source), tag, communicator.handle, seen);
            return message == MessageLibrary.NONE ? null
                : new LibraryMessage(communicator, message, found(communicator));
        } catch (LibraryException e) {
            throw new EngineException(e);
        }
    }

    /** The message that was seen. The library does not say what its elements are. */
    private Probed found(LibraryCommunicator communicator) {
        long bytes = seen.bytes();
        return new Probed(communicator.rank(seen.source()), seen.tag(),
            SectionHeader.pack(Receive.PACKED, (int) bytes), bytes);
    }
}
