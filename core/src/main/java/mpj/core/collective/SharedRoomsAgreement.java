package mpj.core.collective;

import mpj.engine.Engine;
import mpj.engine.Inquiry;
import mpj.engine.SharedRooms;
import mpj.transport.spi.SharedMemory;
import mpj.transport.spi.TransportException;

/**
 * Lets the ranks of a communicator share memory. Rank 0 creates the memory and tells the others its key. The others
 * attach to it. It is used if all have it. All ranks call this at the same time, in place of the collective that needs
 * the memory first.
 */
final class SharedRoomsAgreement {
    private static final byte[] NO_KEY = {};

    private final Engine engine;
    private final GroupExchange exchange;
    private final int context;
    private final int[] members;
    private final SharedMemory memory;
    private final Inquiry inquiry;
    /** This rank's part of the memory, or null while it has none. */
    private SharedMemory.Attachment attachment;

    private SharedRoomsAgreement(Engine engine, int context, Participants ranks, Inquiry inquiry) {
        this.inquiry = inquiry;
        this.engine = engine;
        this.context = context;
        members = ranks.members();
        exchange = new GroupExchange(engine, context, members, ranks.rank());
        memory = engine.sharedMemory(members);
    }

    /** Returns the memory that the communicator's ranks share. If one of them has none, it is null on every rank. */
    static SharedRooms reach(Engine engine, int context, Participants ranks, Inquiry inquiry) {
        SharedRoomsAgreement agreement = new SharedRoomsAgreement(engine, context, ranks, inquiry);
        SharedRooms rooms = null;
        try {
            rooms = ranks.rank() == 0 ? agreement.create() : agreement.attach();
        } finally {
            if (rooms == null && agreement.attachment != null) {
                agreement.attachment.close();
            }
        }
        return rooms;
    }

    private long bytes() {
        return SharedRooms.bytes(members.length);
    }

    private SharedRooms create() {
        try (SharedMemory.Created created = created()) {
            attachment = created == null ? null : created.attachment();
            exchange.broadcast(ints(created == null ? NO_KEY : created.key()), 0);
            // When this returns, nobody attaches any more.
            return agreed();
        }
    }

    private SharedMemory.Created created() {
        try {
            return memory == null ? null : memory.create(bytes());
        } catch (TransportException e) {
            return null; // messages do it as well
        }
    }

    private SharedRooms attach() {
        byte[] key = bytes(exchange.broadcast(null, 0));
        try {
            attachment = memory == null || key.length == 0 ? null : memory.attach(key, bytes());
        } catch (TransportException e) {
            attachment = null;
        }
        return agreed();
    }

    private SharedRooms agreed() {
        boolean everywhere = exchange.maximum(attachment == null ? 1 : 0) == 0;
        return everywhere ? engine.sharedRooms(context, members, exchange.rank(), attachment, inquiry) : null;
    }

    private static int[] ints(byte[] key) {
        int[] ints = new int[key.length];
        for (int i = 0; i < ints.length; i++) {
            ints[i] = key[i];
        }
        return ints;
    }

    private static byte[] bytes(int[] ints) {
        byte[] key = new byte[ints.length];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) ints[i];
        }
        return key;
    }
}
