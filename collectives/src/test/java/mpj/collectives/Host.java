package mpj.collectives;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Ranks of one host in one thread, without memory but with clocks, for the time of a collective through shared memory.
 * All ranks begin at the same time, as after the barrier of a benchmark, and the result is the time of the last one.
 * {@link HostModel} has the costs. Messages have none, so schedules with messages are refused.
 *
 * <p>Two things make ranks slower than each would be alone. Cores that want the same line get it one after the other;
 * that goes for a flag, and for a block that several ranks copy or combine at the same time. And all cores share the
 * bandwidth of the memory.
 */
final class Host {
    private static final double KIB = 1024;
    private static final long LINE = 64;
    /** Where the elements of a room begin; the rank's stage lies before them. */
    private static final long STAGE = 32;
    /** Fewer bytes take a fixed time. */
    private static final long MOVING = 512;

    private final HostModel model;
    private final long room;
    private final Rank[] ranks;
    /** A KiB of the program's buffers: the time, and whether it comes from memory. */
    private final double own;
    private final boolean inMemory;
    /** When a transfer began or ended last. */
    private double changed;

    /** A stage, and when it was posted. */
    private record Post(int stage, double at) {
    }

    /** A copy or reduction under way. The times are those of a rank that does it alone. */
    private static final class Transfer {
        /** The part that nobody else can slow down. */
        final double alone;
        /** The part that reads a block of another rank's room, and the block's position. */
        final double read;
        final long block;
        final double memory;
        /** What is left of it, from 1 to 0. */
        double left = 1;
        /** How long it would take from its beginning to its end beside the others, or 0 if it has just begun. */
        double whole;
        double ends;

        Transfer(double alone, double read, long block, double memory) {
            this.alone = alone;
            this.read = read;
            this.block = block;
            this.memory = memory;
        }
    }

    private final class Rank {
        final int number;
        final long[] program;
        final List<Post> posts = new ArrayList<>();
        /** The stage of each rank that this rank has seen last. */
        final int[] seen = new int[ranks.length];
        /** When the line of this rank's stage is free for another reader. */
        double lineFree;
        long lastLine = -1;
        int next;
        double now = model.call();
        Transfer transfer;
        /** The rank whose post this rank waits for; -1 if it goes on at {@code now}. */
        int awaited = -1;

        Rank(int number, Schedule schedule) {
            this.number = number;
            program = schedule.program;
        }

        boolean isDone() {
            return next == program.length && transfer == null;
        }

        boolean isReady() {
            return transfer == null && awaited < 0 && next < program.length;
        }

        void step() {
            long word = program[next];
            long at = program[next + 1];
            long bytes = program[next + 2];
            switch (Schedule.kind(word)) {
                case Schedule.COPY -> move(model.copyCall(), word, at, bytes, true);
                case Schedule.REDUCE -> move(model.reduceCall() + model.combine() * bytes / KIB, word, at, bytes,
                    false);
                case Schedule.POST -> {
                    now += model.look();
                    post((int) at);
                }
                case Schedule.AWAIT_STAGE -> {
                    if (!see(Schedule.peer(word), (int) at)) {
                        return;
                    }
                }
                case Schedule.CLAIM -> now += (ranks.length - 1) * model.look();
                case Schedule.ALL_BEGUN -> { }
                case Schedule.NOTE -> now += model.look() + model.room() * LINE / KIB;
                case Schedule.EXPECT -> now += model.look() + line(at);
                default -> throw new IllegalArgumentException("the model of one host has no messages; rank " + number
                    + " sends or receives one in step " + next / Schedule.STEP);
            }
            next += Schedule.STEP;
        }

        private void post(int stage) {
            posts.add(new Post(stage, now));
            for (Rank rank : ranks) {
                if (rank.awaited == number) {
                    rank.awaited = -1;
                    rank.now = Math.max(rank.now, now);
                }
            }
        }

        /** Looks at a flag, and fetches its line if it has changed. Returns false if the rank must wait. */
        private boolean see(int peer, int stage) {
            if (seen[peer] >= stage) {
                now += model.look();
                return true;
            }
            Rank other = ranks[peer];
            int posted = 0;
            double first = Double.MAX_VALUE;
            for (Post post : other.posts) {
                if (post.stage >= stage) {
                    first = Math.min(first, post.at);
                }
            }
            if (first == Double.MAX_VALUE) {
                awaited = peer;
                return false;
            }
            double begin = Math.max(Math.max(now, first), other.lineFree);
            other.lineFree = begin + model.port();
            for (Post post : other.posts) {
                posted = post.at <= begin ? Math.max(posted, post.stage) : posted;
            }
            seen[peer] = posted;
            now = begin + model.look() + model.line() * distance(peer);
            return true;
        }

        private double distance(int peer) {
            return peer / model.ranksPerCache() == number / model.ranksPerCache() ? 1 : model.between();
        }

        /** The time until the first line of some elements in a room is here. */
        private double line(long at) {
            int owner = (int) (at / room);
            long first = (STAGE + at % room) / LINE;
            long number64 = at / room * (room / LINE + 1) + first;
            boolean isHere = owner == number || first == 0 || number64 == lastLine;
            lastLine = number64;
            return isHere ? 0 : model.line() * distance(owner);
        }

        private void move(double fixed, long word, long at, long bytes, boolean copies) {
            double kib = bytes / KIB;
            double alone = fixed;
            double read = 0;
            double memory = 0;
            boolean remote = false;
            if (Schedule.region(word) != Place.SHARED.region()) {
                double bytesTime = own * kib;
                memory += inMemory ? bytesTime : 0;
                alone += inMemory ? 0 : bytesTime;
            } else if (at / room == number) {
                alone += model.near() * kib;
            } else {
                alone += line(at);
                read = model.remote() * distance((int) (at / room)) * kib;
                remote = true;
            }
            if (Schedule.toRegion(word) == Place.SHARED.region()) {
                alone += model.room() * Math.max(bytes, LINE) / KIB;
            } else if (copies) {
                double bytesTime = own * kib;
                memory += inMemory ? bytesTime : 0;
                alone += inMemory ? 0 : bytesTime;
            }
            if (bytes < MOVING) {
                now += alone + read + memory;
            } else {
                transfer = new Transfer(alone, read, remote ? at : -1, memory);
            }
        }
    }

    /**
     * Makes a host.
     *
     * @param room the size of each rank's room
     * @param footprint the bytes of the program's buffers that a rank uses
     */
    Host(HostModel model, int size, long room, long footprint) {
        this.model = model;
        this.room = room;
        ranks = new Rank[size];
        inMemory = size * footprint > model.sharedCache();
        own = inMemory ? model.memory() : footprint >= model.privateCache() ? model.far() : model.near();
    }

    void add(int rank, Schedule schedule) {
        ranks[rank] = new Rank(rank, schedule);
    }

    /** Runs to the end. Returns the time at which the last rank is done, in microseconds. */
    double run() {
        for (Rank rank = first(); rank != null; rank = first()) {
            Rank ending = firstToEnd();
            if (rank.isReady() && (ending == null || rank.now <= ending.transfer.ends)) {
                rank.step();
                if (rank.transfer != null) {
                    change(rank.now);
                }
            } else if (ending != null) {
                ending.now = ending.transfer.ends;
                ending.transfer = null;
                change(ending.now);
            } else {
                throw new AssertionError("deadlock: rank " + rank.number + " waits for rank " + rank.awaited);
            }
        }
        double last = 0;
        for (Rank rank : ranks) {
            last = Math.max(last, rank.now);
        }
        return last;
    }

    private Rank firstToEnd() {
        Rank first = null;
        for (Rank rank : ranks) {
            if (rank.transfer != null && (first == null || rank.transfer.ends < first.transfer.ends)) {
                first = rank;
            }
        }
        return first;
    }

    /** The rank that goes on first; if none can, any rank that is not done; null if all are done. */
    private Rank first() {
        Rank first = null;
        for (Rank rank : ranks) {
            if (!rank.isDone() && (first == null || rank.isReady() && (!first.isReady() || rank.now < first.now))) {
                first = rank;
            }
        }
        return first;
    }

    /** A transfer has begun or ended. The others go on with another speed. */
    private void change(double now) {
        Map<Long, Integer> readers = new HashMap<>();
        int inMemoryNow = 0;
        for (Rank rank : ranks) {
            Transfer transfer = rank.transfer;
            if (transfer != null) {
                transfer.left -= transfer.whole == 0 ? 0 : (now - changed) / transfer.whole;
                inMemoryNow += transfer.memory > 0 ? 1 : 0;
                if (transfer.block >= 0) {
                    readers.merge(transfer.block, 1, Integer::sum);
                }
            }
        }
        for (Rank rank : ranks) {
            Transfer transfer = rank.transfer;
            if (transfer != null) {
                int beside = readers.getOrDefault(transfer.block, 1);
                transfer.whole = transfer.alone
                    + transfer.read * Math.max(1, beside / model.hotRate() / model.remote())
                    + transfer.memory * Math.max(1, inMemoryNow / model.memoryRate() / model.memory());
                transfer.ends = now + transfer.left * transfer.whole;
            }
        }
        changed = now;
    }
}
