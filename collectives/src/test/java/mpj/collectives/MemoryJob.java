package mpj.collectives;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.function.LongBinaryOperator;

/**
 * Ranks in one thread, with real memory of 8-byte elements. Messages are as inconvenient as the rules allow. In one
 * mode they are read at the last moment, and are complete for the sender only when they are received. In the other mode
 * they are delivered long before anybody waits for them.
 */
final class MemoryJob {
    static final int ELEMENT = 8;
    static final long GARBAGE = 0x5AFEC0DE5AFEC0DEL;

    private final boolean synchronous;
    private final Random random;
    private final SharedRooms shared;
    private final long call;
    private final Rank[] ranks;
    private final Map<Long, Queue<Message>> sent = new HashMap<>();
    private final Map<Long, Queue<Message>> posted = new HashMap<>();

    /** One side of a message. */
    private record Message(Rank rank, int request, int region, long at, long bytes, long[] copy) {
    }

    /** One rank's memory and requests. */
    final class Rank implements Machine {
        final int number;
        final long[][] memory = new long[Place.REGIONS][];
        private final Execution execution = new Execution(this);
        private final boolean[] complete;
        private final LongBinaryOperator operator;
        private final boolean idle;
        private boolean done;

        Rank(int number, Schedule schedule, long[] send, long[] receive, LongBinaryOperator operator) {
            this.number = number;
            this.idle = !schedule.posts();
            this.operator = operator;
            memory[0] = send;
            memory[1] = receive;
            memory[2] = new long[Math.toIntExact(schedule.work() / ELEMENT)];
            Arrays.fill(memory[2], GARBAGE);
            memory[3] = shared.memory(call);
            complete = new boolean[schedule.requests()];
            execution.start(schedule);
        }

        @Override
        public void send(int request, int peer, int region, long at, long bytes) {
            complete[request] = !synchronous;
            long[] copy = synchronous ? null : read(region, at, bytes);
            match(this, ranks[peer], new Message(this, request, region, at, bytes, copy), sent, posted);
        }

        @Override
        public void receive(int request, int peer, int region, long at, long bytes) {
            complete[request] = false;
            if (region == Place.SEND.region()) {
                throw new AssertionError("rank " + number + " receives into what it sends");
            }
            // A value that a test notices if a rank reads it before the message has arrived.
            Arrays.fill(memory[region], index(at), index(at + bytes), GARBAGE);
            match(ranks[peer], this, new Message(this, request, region, at, bytes, null), posted, sent);
        }

        private long[] read(int region, long at, long bytes) {
            return Arrays.copyOfRange(memory[region], index(at), index(at + bytes));
        }

        @Override
        public boolean completed(int request) {
            return complete[request];
        }

        @Override
        public void await(int request) {
            throw new AssertionError("not run to the end at once");
        }

        @Override
        public void copy(int region, long at, int toRegion, long to, long bytes) {
            assertOwn(toRegion, to);
            System.arraycopy(memory[region], index(at), memory[toRegion], index(to), index(bytes));
        }

        @Override
        public void reduce(int region, long at, int toRegion, long to, long bytes) {
            if (toRegion == Place.SEND.region()) {
                throw new AssertionError("rank " + number + " combines into what it sends");
            }
            assertOwn(toRegion, to);
            for (int i = 0; i < index(bytes); i++) {
                memory[toRegion][index(to) + i] =
                    operator.applyAsLong(memory[region][index(at) + i], memory[toRegion][index(to) + i]);
            }
        }

        private void assertOwn(int region, long at) {
            if (region == Place.SHARED.region() && at / shared.room() != number) {
                throw new AssertionError("rank " + number + " writes to the room of rank " + at / shared.room());
            }
        }

        @Override
        public void post(int stage) {
            shared.post(call, number, stage);
        }

        @Override
        public void note(long at, long value) {
            assertOwn(Place.SHARED.region(), at);
            memory[Place.SHARED.region()][index(at)] = value;
        }

        @Override
        public void expect(int peer, long at, long value) {
            if (at / shared.room() != peer || memory[Place.SHARED.region()][index(at)] != value) {
                throw new AssertionError("rank " + peer + " has not noted that there are " + value + " bytes");
            }
        }

        @Override
        public boolean isRoomFree() {
            return shared.isRoomFree(call, number);
        }

        @Override
        public void awaitRoomFree() {
            throw new AssertionError("not run to the end at once");
        }

        @Override
        public void allHaveBegun() {
            shared.allHaveBegun(call, number);
        }

        @Override
        public boolean posted(int peer, int stage) {
            return shared.posted(call, peer, stage);
        }

        @Override
        public void awaitStage(int peer, int stage) {
            throw new AssertionError("not run to the end at once");
        }
    }

    MemoryJob(int size, boolean synchronous, long seed) {
        this(size, synchronous, seed, new SharedRooms(size), 0);
    }

    /** One of several collectives that use the ranks' shared memory in turn. */
    MemoryJob(int size, boolean synchronous, long seed, SharedRooms shared, long call) {
        this.shared = shared;
        this.call = call;
        this.ranks = new Rank[size];
        this.synchronous = synchronous;
        this.random = new Random(seed);
    }

    private static int index(long bytes) {
        if (bytes % ELEMENT != 0) {
            throw new AssertionError(bytes + " bytes divide an element");
        }
        return Math.toIntExact(bytes / ELEMENT);
    }

    Rank add(int rank, Schedule schedule, long[] send, long[] receive, LongBinaryOperator operator) {
        ranks[rank] = new Rank(rank, schedule, send, receive, operator);
        return ranks[rank];
    }

    private void match(Rank from, Rank to, Message message, Map<Long, Queue<Message>> own,
                       Map<Long, Queue<Message>> others) {
        long pair = (long) from.number << 32 | to.number;
        Queue<Message> waiting = others.get(pair);
        if (waiting == null || waiting.isEmpty()) {
            own.computeIfAbsent(pair, _ -> new ArrayDeque<>()).add(message);
            return;
        }
        Message other = waiting.remove();
        Message send = message.rank == from && own == sent ? message : other;
        Message receive = send == message ? other : message;
        if (send.bytes != receive.bytes) {
            throw new AssertionError("rank " + from.number + " sends " + send.bytes + " bytes, rank " + to.number
                + " receives " + receive.bytes);
        }
        long[] elements = send.copy != null ? send.copy : from.read(send.region, send.at, send.bytes);
        System.arraycopy(elements, 0, to.memory[receive.region], index(receive.at), elements.length);
        if (synchronous) { // otherwise the request was complete before, and another request may have its number now
            from.complete[send.request] = true;
        }
        to.complete[receive.request] = true;
    }

    /** Runs all ranks to the end. Each time, another rank goes a little further. */
    void run() {
        int left = ranks.length;
        int[] order = new int[ranks.length];
        Arrays.setAll(order, i -> i);
        while (left > 0) {
            boolean moved = false;
            int shift = random.nextInt(ranks.length);
            for (int i = 0; i < ranks.length; i++) {
                Rank rank = ranks[(order[i] + shift) % ranks.length];
                if (rank.done) {
                    continue;
                }
                moved |= advance(rank);
                left -= rank.done ? 1 : 0;
            }
            if (!moved) {
                throw new AssertionError("deadlock; " + left + " ranks wait");
            }
        }
        assertEmpty();
    }

    private boolean advance(Rank rank) {
        int before = rank.execution.position();
        rank.done = rank.execution.advance();
        if (rank.idle) {
            shared.pass(call, rank.number);
        }
        return rank.done || rank.execution.position() != before;
    }

    /** Runs one rank on. Returns true at its end. */
    boolean advance(int rank) {
        advance(ranks[rank]);
        return ranks[rank].done;
    }

    Rank rank(int number) {
        return ranks[number];
    }

    private void assertEmpty() {
        if (sent.values().stream().anyMatch(queue -> !queue.isEmpty())
            || posted.values().stream().anyMatch(queue -> !queue.isEmpty())) {
            throw new AssertionError("messages are left over");
        }
    }
}
