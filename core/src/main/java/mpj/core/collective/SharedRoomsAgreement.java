package mpj.core.collective;

import mpj.engine.Engine;
import mpj.engine.Inquiry;
import mpj.engine.SharedRooms;
import mpj.transport.spi.SharedMemory;
import mpj.transport.spi.TransportException;

/**
 * Lets the ranks of a communicator share memory. Rank 0 creates the memory and tells the others its key. The others
 * attach to it. The memory is used if all ranks have it. All ranks do this at the same time, within the collective that
 * first needs the memory.
 */
final class SharedRoomsAgreement {
    private static final int[] NO_MEMORY = {};

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

    /**
     * Returns the memory that the communicator's ranks share. If any rank cannot get it, the result is null on every
     * rank.
     *
     * @param size how large the rooms should be; the value of rank 0 decides
     */
    static SharedRooms reach(Engine engine, int context, Participants ranks, Inquiry inquiry, RoomSize size) {
        SharedRoomsAgreement agreement = new SharedRoomsAgreement(engine, context, ranks, inquiry);
        SharedRooms rooms = null;
        try {
            rooms = ranks.rank() == 0 ? agreement.create(size) : agreement.attach();
        } finally {
            if (rooms == null && agreement.attachment != null) {
                agreement.attachment.close();
            }
        }
        return rooms;
    }

    private SharedRooms create(RoomSize size) {
        SharedMemory.Created most = created(size);
        try (SharedMemory.Created created = most == null && size == RoomSize.LARGE ? created(RoomSize.USUAL) : most) {
            attachment = created == null ? null : created.attachment();
            exchange.broadcast(created == null ? NO_MEMORY : announcement(created.key()), 0);
            // When this returns, no rank will attach any more.
            return agreed();
        }
    }

    private SharedMemory.Created created(RoomSize size) {
        try {
            return memory == null ? null : memory.create(size.bytes(members.length));
        } catch (TransportException e) {
            return null; // messages are used instead
        }
    }

    private SharedRooms attach() {
        int[] announced = exchange.broadcast(null, 0);
        try {
            attachment = memory == null || announced.length == 0 ? null
                : memory.attach(key(announced), announced[0]);
        } catch (TransportException e) {
            attachment = null;
        }
        return agreed();
    }

    private SharedRooms agreed() {
        boolean everywhere = exchange.maximum(attachment == null ? 1 : 0) == 0;
        return everywhere ? engine.sharedRooms(context, members, exchange.rank(), attachment, inquiry) : null;
    }

    /** The size of the memory, followed by its key. */
    private int[] announcement(byte[] key) {
        int[] ints = new int[1 + key.length];
        ints[0] = Math.toIntExact(attachment.memory().byteSize());
        for (int i = 0; i < key.length; i++) {
            ints[1 + i] = key[i];
        }
        return ints;
    }

    private static byte[] key(int[] announcement) {
        byte[] key = new byte[announcement.length - 1];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) announcement[1 + i];
        }
        return key;
    }
}
