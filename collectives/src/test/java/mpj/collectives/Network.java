package mpj.collectives;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Ranks in one thread, without memory but with a clock, for the cost of an algorithm with thousands of ranks. The
 * network is Hockney's: a rank sends one message at a time and receives one at a time, and does both at once. In shared
 * memory, other ranks see a post after the time that a message takes.
 */
final class Network {
    private final long alpha;
    private final long beta;
    private final long gamma;
    private final Rank[] ranks;
    /** The arrival times of messages that wait for their receive. */
    private final PairQueues arrived = new PairQueues();
    /** Receives that wait for their message. */
    private final PairQueues posted = new PairQueues();
    private final Agenda agenda = new Agenda();
    private Transfer[] transfers = new Transfer[1024];
    private int transferCount;
    private long messages;
    private long bytes;

    /** A message on its way. */
    private record Transfer(int from, int to, long duration, long end) {
    }

    /** A stage, and the time at which other ranks see it. */
    private record Post(int stage, long seen) {
    }

    private final class Rank implements Machine {
        final int number;
        final Execution execution = new Execution(this);
        final long[] completion;
        final boolean[] known;
        final List<Post> posts = new ArrayList<>();
        final List<Integer> watchers = new ArrayList<>();
        long now;
        long sends;
        long receives;
        boolean done;

        Rank(int number, Schedule schedule) {
            this.number = number;
            completion = new long[schedule.requests()];
            known = new boolean[schedule.requests()];
            execution.start(schedule);
        }

        @Override
        public void send(int request, int peer, int region, long at, long length) {
            long duration = alpha + beta * length;
            long end = Math.max(now, sends) + duration;
            sends = end;
            completion[request] = end;
            known[request] = true;
            messages++;
            bytes += length;
            if (transferCount == transfers.length) {
                transfers = Arrays.copyOf(transfers, 2 * transferCount);
            }
            transfers[transferCount] = new Transfer(number, peer, duration, end);
            agenda.add(end, ranks.length + transferCount++);
        }

        @Override
        public void receive(int request, int peer, int region, long at, long length) {
            known[request] = false;
            long arrival = arrived.take(peer, number);
            if (arrival >= 0) {
                complete(request, arrival);
            } else {
                posted.add(peer, number, request);
            }
        }

        void complete(int request, long time) {
            completion[request] = time;
            known[request] = true;
        }

        @Override
        public boolean completed(int request) {
            if (known[request]) {
                now = Math.max(now, completion[request]);
            }
            return known[request];
        }

        @Override
        public void await(int request) {
            throw new AssertionError("not run to the end at once");
        }

        @Override
        public void copy(int region, long at, int toRegion, long to, long length) {
            // takes no time in this model
        }

        @Override
        public void post(int stage) {
            posts.add(new Post(stage, now + alpha));
            watchers.forEach(watcher -> agenda.add(now + alpha, watcher));
            watchers.clear();
        }

        @Override
        public void note(long at, long value) {
            // arrives with the next post
        }

        @Override
        public void expect(int peer, long at, long value) {
            // simulated ranks have no memory
        }

        @Override
        public boolean isRoomFree() {
            return true;
        }

        @Override
        public void awaitRoomFree() {
            throw new AssertionError("not run to the end at once");
        }

        @Override
        public void allHaveBegun() {
            // the next collective is not simulated
        }

        @Override
        public boolean posted(int peer, int stage) {
            for (Post post : ranks[peer].posts) {
                if (post.stage >= stage) {
                    now = Math.max(now, post.seen);
                    return true;
                }
            }
            ranks[peer].watchers.add(number);
            return false;
        }

        @Override
        public void awaitStage(int peer, int stage) {
            throw new AssertionError("not run to the end at once");
        }

        @Override
        public void reduce(int region, long at, int toRegion, long to, long length) {
            now += gamma * length;
        }
    }

    Network(int size, long alpha, long beta, long gamma) {
        this.ranks = new Rank[size];
        this.alpha = alpha;
        this.beta = beta;
        this.gamma = gamma;
    }

    void add(int rank, Schedule schedule) {
        ranks[rank] = new Rank(rank, schedule);
        agenda.add(0, rank);
    }

    long messages() {
        return messages;
    }

    long bytes() {
        return bytes;
    }

    /** Runs to the end, and returns the time at which the last rank is done. */
    long run() {
        while (!agenda.isEmpty()) {
            int event = agenda.next();
            if (event < ranks.length) {
                ranks[event].done = ranks[event].execution.advance();
            } else {
                arrive(transfers[event - ranks.length]);
                transfers[event - ranks.length] = null;
            }
        }
        long end = 0;
        for (Rank rank : ranks) {
            if (!rank.done) {
                throw new AssertionError("deadlock: rank " + rank.number + " waits");
            }
            end = Math.max(end, rank.now);
        }
        return end;
    }

    /** Messages are received in the order of their arrival, one at a time. */
    private void arrive(Transfer transfer) {
        Rank to = ranks[transfer.to];
        long complete = Math.max(transfer.end, to.receives + transfer.duration);
        to.receives = complete;
        int request = (int) posted.take(transfer.from, transfer.to);
        if (request < 0) {
            arrived.add(transfer.from, transfer.to, complete);
            return;
        }
        to.complete(request, complete);
        if (to.execution.awaited() == request) {
            agenda.add(complete, to.number);
        }
    }
}
