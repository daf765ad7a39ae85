package mpj.core.collective;

import mpj.engine.SharedRooms;

/** How large the rooms are in the memory that the ranks of a communicator share. */
enum RoomSize {
    USUAL {
        @Override
        long bytes(int ranks) {
            return SharedRooms.bytes(ranks);
        }
    },
    /** With buffers for long blocks. */
    LARGE {
        @Override
        long bytes(int ranks) {
            return SharedRooms.bytesForBlocks(ranks);
        }
    };

    /** How much memory so many ranks share. */
    abstract long bytes(int ranks);
}
