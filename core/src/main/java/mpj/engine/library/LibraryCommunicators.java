package mpj.engine.library;

import mpj.engine.Context;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.LibraryGroup;
import mpj.engine.packet.PacketEngine;
import mpj.transport.spi.LibraryException;
import mpj.transport.spi.MessageLibrary;
import mpj.transport.spi.PeerTable;

/** The communicators that a library has, and whether this rank's messages go through the library alone. */
final class LibraryCommunicators {
    private static final int WORLD = 0;

    private final LibraryEngine engine;
    private final PacketEngine packets;
    private final MessageLibrary library;
    /** By context. Written under the lock; a thread that has the communicator sees its entry. */
    private final PeerTable<LibraryCommunicator> communicators = new PeerTable<>();
    /** The communicator of all ranks, which programs use most. It is never freed. */
    private LibraryCommunicator world;
    /** Whether the program's messages travel in packets somewhere. Then peers may need this rank's progress. */
    private volatile boolean mixed;

    LibraryCommunicators(LibraryEngine engine, PacketEngine packets, MessageLibrary library) {
        this.engine = engine;
        this.packets = packets;
        this.library = library;
    }

    /** See {@link Engine#open}. */
    void open(Context context, int[] members) {
        if (library.isThreadSafe()) {
            LibraryCommunicator opened;
            // Peers may need this rank's progress in packets before they come to the same call.
            try (LibraryWait _ = LibraryWait.start(engine)) {
                opened = make(context, members);
            }
            packets.acquire();
            try {
                add(context, opened);
            } finally {
                packets.release();
            }
        } else {
            packets.acquire(); // the calls of other threads must not overlap this one
            try {
                add(context, make(context, members));
            } finally {
                packets.release();
            }
        }
    }

    private LibraryCommunicator make(Context context, int[] members) {
        if (members.length == library.size() && isInOrder(members) && context.id() == WORLD) {
            return new LibraryCommunicator(context.pointToPoint(), library.world());
        }
        try {
            return LibraryCommunicator.of(context.pointToPoint(), library.communicator(members, context.id()),
                members);
        } catch (LibraryException e) {
            throw new EngineException(e);
        }
    }

    private void add(Context context, LibraryCommunicator opened) {
        communicators.put(context.id(), opened);
        if (context.id() == WORLD) {
            world = opened;
        }
    }

    private static boolean isInOrder(int[] members) {
        for (int i = 0; i < members.length; i++) {
            if (members[i] != i) {
                return false;
            }
        }
        return true;
    }

    /** The library's communicator, or null if messages travel in packets. */
    LibraryCommunicator in(int context) {
        if (!Context.isPointToPoint(context)) {
            return null;
        }
        LibraryCommunicator communicator = context == WORLD ? world : communicators.get(Context.of(context).id());
        if (communicator == null) {
            mixed = true;
        }
        return communicator;
    }

    /** Forgets a communicator. Operations under way in it go on. */
    void free(Context context) {
        LibraryCommunicator freed = communicators.get(context.id());
        if (freed == null) {
            return;
        }
        packets.acquire();
        try {
            communicators.put(context.id(), null);
            library.free(freed.handle);
        } catch (LibraryException e) {
            throw new EngineException(e);
        } finally {
            packets.release();
        }
    }

    /** Carries out a communicator's blocking collectives; null if the library does not. */
    LibraryGroup group(Context context) {
        LibraryCommunicator communicator = communicators.get(context.id());
        return communicator == null || !library.isThreadSafe() ? null
            : new CommunicatorGroup(engine, library, communicator);
    }

    /** Whether no peer needs this rank's progress. */
    boolean areQuiet() {
        return !mixed && packets.isQuiet();
    }
}
