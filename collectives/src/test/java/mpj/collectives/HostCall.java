package mpj.collectives;

import mpj.collectives.selection.Choice;
import mpj.collectives.shared.Rooms;

/**
 * A collective as a benchmark calls it on one host.
 *
 * @param ranks the number of ranks
 * @param bytes the size as the Intel MPI Benchmarks name it: of each rank's elements, or of each block
 */
record HostCall(Collective collective, int ranks, long bytes) {
    /** Floats, as in the Intel MPI Benchmarks. */
    private static final int UNIT = 4;
    /** The same numbers as in RoomLayout of module core. */
    private static final long LINE = 64;
    private static final long SPARE = 3 * LINE;
    private static final long SMALL_ROOM = Rooms.BUFFERS * Rooms.SEGMENT;
    private static final long MOST_SMALL_BYTES = 8 << 20;
    private static final long MOST_BYTES = 4 << 20;

    /** The size of the room of each rank in a communicator that has large rooms, as the first ones of a job have. */
    long room() {
        long wanted = Math.clamp(ranks - 1, 1, 3) * Rooms.BUFFERS * Rooms.LONG_SEGMENT;
        return Math.max(Math.min(MOST_BYTES / ranks / SMALL_ROOM * SMALL_ROOM, wanted),
            Math.min(SMALL_ROOM, MOST_SMALL_BYTES / ranks / LINE * LINE)) + SPARE;
    }

    Problem problem(int rank) {
        Blocks each = new Blocks.Equal(bytes);
        Problem plain = Problem.of(rank, ranks, 0, bytes, UNIT).shared(room());
        return switch (collective) {
            case GATHER, ALLGATHER -> plain.blocks(null, each);
            case SCATTER -> plain.blocks(each, null);
            case ALLTOALL -> plain.blocks(each, each);
            case REDUCE_SCATTER -> plain.blocks(Blocks.dividing(bytes, UNIT, ranks), null);
            default -> plain;
        };
    }

    /** The bytes of the buffers of a rank. Roots take turns, so every rank uses those of a root. */
    private long footprint() {
        return switch (collective) {
            case GATHER, SCATTER, ALLGATHER -> (ranks + 1) * bytes;
            case ALLTOALL -> 2 * ranks * bytes;
            case BARRIER, BCAST -> bytes;
            default -> 2 * bytes;
        };
    }

    /** Whether an algorithm fits and needs no messages. */
    boolean isModelled(Algorithm algorithm) {
        return algorithm.name().startsWith("shared") && algorithm.fits(problem(0));
    }

    /** The predicted time, in microseconds. */
    double microseconds(HostModel model, Choice choice) {
        Host host = new Host(model, ranks, room(), footprint());
        for (int rank = 0; rank < ranks; rank++) {
            host.add(rank, Schedule.of(choice.algorithm(), problem(rank).parameter(choice.parameter())));
        }
        return host.run();
    }
}
