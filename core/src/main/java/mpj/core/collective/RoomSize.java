package mpj.core.collective;

import mpj.engine.SharedRooms;

/** The size of the rooms in the memory that the ranks of a communicator share. */
enum RoomSize {
    USUAL {
        @Override
        long bytes(int ranks) {
            return SharedRooms.bytes(ranks);
        }
    },
    /** Rooms with buffers for long blocks. */
    LARGE {
        @Override
        long bytes(int ranks) {
            return SharedRooms.bytesForBlocks(ranks);
        }
    };

    /** How much memory this many ranks share. */
    abstract long bytes(int ranks);
}
