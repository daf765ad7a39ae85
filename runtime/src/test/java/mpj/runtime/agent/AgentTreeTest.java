package mpj.runtime.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import mpj.runtime.bootstrap.Api;
import mpj.runtime.host.Application;
import mpj.runtime.host.JobEvent;
import mpj.runtime.host.KeyValueExchange;
import mpj.runtime.host.Stage;
import mpj.runtime.host.RankProgram;
import mpj.runtime.wire.JobTag;
import mpj.runtime.wire.Frames;
import mpj.runtime.wire.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The tree of agents with the real protocol and simulated hosts. Each host has one rank, and takes a fixed time to
 * start an agent.
 */
@Timeout(120)
class AgentTreeTest {
    private static final int FANOUT = 8;
    private static final long START_NANOS = 20_000_000L;
    private static final ThreadFactory THREADS = Thread.ofVirtual().factory();

    private final AtomicInteger agents = new AtomicInteger();
    private final AtomicInteger wrong = new AtomicInteger();
    private String failing = "";
    private boolean unexpectedly;

    private static Plan plan(int hosts) {
        List<HostPlan> all = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            all.add(new HostPlan(host, "host" + host, List.of(host), 0));
        }
        RankProgram program = new RankProgram(Api.OPENMPI, "Main", List.of("an argument"), List.of(), List.of(),
            Map.of("NAME", "value"));
        return new Plan(hosts, new byte[32], List.of(new Application(hosts, program, List.of())), "/tmp", false,
            JobTag.NONE,
            new Plan.Binding(0, false, false), List.of(), List.of("ssh"), 0, FANOUT, all);
    }

    /** Begins a job of this many hosts. Returns when all ranks have ended, or with the failure. */
    private String run(int hosts) throws InterruptedException {
        Plan plan = plan(hosts);
        CountDownLatch running = new CountDownLatch(hosts);
        LinkedBlockingQueue<String> end = new LinkedBlockingQueue<>();
        Subtree tree = new Subtree(plan, plan.hosts(), new SimulatedHosts(), THREADS, message -> {
            if (message instanceof Upward.Happened(JobEvent.Exited exited)) {
                running.countDown();
                if (running.getCount() == 0) {
                    end.add("all ranks ended");
                }
            } else if (message instanceof Upward.Happened(JobEvent.HostFailed(String host, String reason))) {
                end.add(host + ": " + reason);
            }
        });
        BitSet all = new BitSet();
        all.set(0, hosts);
        tree.start(new KeyValueExchange(hosts, new BitSet(), all, true, tree.size(), tree),
            Contents.ofLauncher(List.of()));
        String outcome = end.poll(60, TimeUnit.SECONDS);
        tree.beginEnd();
        tree.awaitEnd(30_000);
        return outcome;
    }

    @Test
    void startTimeGrowsWithTheLogarithmOfTheNumberOfHosts() throws InterruptedException {
        run(64);
        for (int hosts = 1; hosts <= 4_096; hosts *= 2) {
            agents.set(0);
            long begin = System.nanoTime();
            assertEquals("all ranks ended", run(hosts));
            System.out.printf("%5d simulated agents, %d ms each to start: job of one fence in %d ms%n", hosts,
                START_NANOS / 1_000_000, (System.nanoTime() - begin) / 1_000_000);
            assertEquals(hosts, agents.get());
        }
        assertEquals(0, wrong.get());
    }

    @Test
    void hostThatFailsDeepInTheTreeIsNamedAndAllAgentsEnd() throws InterruptedException {
        failing = "host77";
        assertEquals("host77: simulated failure", run(100));
        assertTrue(agents.get() < 100);
    }

    /** Nobody else tells the job, which would wait for this host for ever. */
    @Test
    void hostWhoseStartFailsUnexpectedlyIsNamed() throws InterruptedException {
        failing = "host7";
        unexpectedly = true;
        assertEquals("host7: the agent cannot be started: java.lang.IllegalStateException: simulated failure",
            run(10));
    }

    @Test
    void agentThatStillSendsIsNotCutAfterOneThatIsStuck() throws InterruptedException {
        Plan plan = plan(2);
        OneIsStuck starter = new OneIsStuck();
        CountDownLatch last = new CountDownLatch(1);
        Subtree tree = new Subtree(plan, plan.hosts(), starter, THREADS, message -> {
            if (message.equals(OneIsStuck.LAST)) {
                last.countDown();
            }
        });
        BitSet all = new BitSet();
        all.set(0, 2);
        tree.start(new KeyValueExchange(2, new BitSet(), all, true, tree.size(), tree),
            Contents.ofLauncher(List.of()));
        assertTrue(starter.begun.await(60, TimeUnit.SECONDS));
        tree.beginEnd();
        tree.awaitEnd(2_000);
        assertEquals(0, last.getCount(), "the agent was cut while it was sending");
    }

    @Test
    void plansSurviveTheWire() throws IOException {
        Plan plan = plan(3);
        Pipe pipe = new Pipe();
        Frames<Downward, Downward> frames = new Frames<>(Downward.KINDS, pipe.out(), Downward.KINDS, pipe.in());
        frames.send(new Downward.Begin(plan));
        assertEquals(plan.hosts(), ((Downward.Begin) frames.receive()).plan().hosts());
    }

    /**
     * The agent of each host is a thread that speaks the protocol. Its rank publishes values, enters fences and asks
     * for values.
     */
    private final class SimulatedHosts implements AgentStarter {
        @Override
        public Started start(String host) throws IOException {
            LockSupport.parkNanos(START_NANOS);
            if (host.equals(failing) && unexpectedly) {
                throw new IllegalStateException("simulated failure");
            }
            if (host.equals(failing)) {
                throw new IOException("simulated failure");
            }
            agents.incrementAndGet();
            Pipe down = new Pipe();
            Pipe up = new Pipe();
            Thread agent = THREADS.newThread(() -> {
                live(new Frames<>(Upward.KINDS, up.out(), Downward.KINDS, down.in()));
                up.close();
            });
            agent.start();
            return new Simulated(up.in(), down.out(), agent);
        }

        @Override
        public void cancel() {
        }

        private void live(Frames<Upward, Downward> above) {
            try {
                Plan plan = ((Downward.Begin) above.receive()).plan();
                java.util.function.Consumer<Upward> up = message -> {
                    try {
                        above.send(message);
                    } catch (IOException e) {
                        wrong.incrementAndGet();
                    }
                };
                Subtree tree = new Subtree(plan, plan.hosts().subList(1, plan.hosts().size()), this, THREADS, up);
                BitSet own = new BitSet();
                own.set(plan.own().ranks().getFirst());
                KeyValueExchange exchange = new KeyValueExchange(plan.size(), own, plan.ranks(), false, tree.size(),
                    tree);
                tree.start(exchange, new Contents());
                THREADS.newThread(() -> rank(plan, exchange, up)).start();
                obey(above, tree, exchange);
                tree.beginEnd();
                tree.awaitEnd(30_000);
            } catch (IOException | InterruptedException e) {
                wrong.incrementAndGet();
            }
        }

        private void obey(Frames<Upward, Downward> above, Subtree tree, KeyValueExchange exchange) throws IOException {
            while (true) {
                switch (above.receive()) {
                    case Downward.Release() -> exchange.release();
                    case Downward.Answer(int rank, String key, Message answer) -> exchange.answered(rank, key, answer);
                    case Downward.End() -> {
                        return;
                    }
                    default -> wrong.incrementAndGet();
                }
            }
        }

        private void rank(Plan plan, KeyValueExchange exchange, java.util.function.Consumer<Upward> up) {
            try {
                int rank = plan.own().ranks().getFirst();
                exchange.put(rank, "key", new byte[] {(byte) rank});
                exchange.fence(rank);
                int neighbour = (rank + 1) % plan.size();
                Message answer = exchange.get(neighbour, "key").get(60, TimeUnit.SECONDS);
                if (!(answer instanceof Message.Value value) || value.bytes()[0] != (byte) neighbour) {
                    wrong.incrementAndGet();
                }
                up.accept(new Upward.Happened(new JobEvent.Exited(List.of(rank), 0, true, Stage.AFTER_FINALIZE, 1,
                    "")));
            } catch (Exception e) {
                wrong.incrementAndGet();
            }
        }
    }

    /** The first agent says nothing. The second one sends until the first has been cut, and a while longer. */
    private static final class OneIsStuck implements AgentStarter {
        private static final Upward LAST = new Upward.Happened(new JobEvent.FailedToStart(1, "the last message"));
        private static final Upward BEFORE = new Upward.Happened(new JobEvent.FailedToStart(1, "not the last one"));
        private static final int LONGER = 50;
        private static final long PAUSE_NANOS = 10_000_000L;

        private final CountDownLatch begun = new CountDownLatch(2);
        private final CountDownLatch cut = new CountDownLatch(1);

        @Override
        public Started start(String host) {
            Pipe down = new Pipe();
            Pipe up = new Pipe();
            THREADS.newThread(() -> live(host.equals("host0"), up, down)).start();
            return new Started() {
                @Override
                public InputStream in() {
                    return up.in();
                }

                @Override
                public OutputStream out() {
                    return down.out();
                }

                @Override
                public void end(long limitMillis) {
                    cut.countDown();
                    up.close();
                }

                @Override
                public String lastWords() {
                    return "";
                }
            };
        }

        private void live(boolean stuck, Pipe up, Pipe down) {
            try {
                Frames<Upward, Downward> above = new Frames<>(Upward.KINDS, up.out(), Downward.KINDS, down.in());
                above.receive();
                begun.countDown();
                if (stuck) {
                    return;
                }
                for (int left = LONGER; left > 0; left -= cut.getCount() > 0 ? 0 : 1) {
                    above.send(BEFORE);
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
                above.send(LAST);
                up.close();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }

        @Override
        public void cancel() {
        }
    }

    /** The launcher's end of a simulated connection. */
    private record Simulated(InputStream in, OutputStream out, Thread agent) implements AgentStarter.Started {
        @Override
        public void end(long limitMillis) throws InterruptedException {
            agent.join(Math.max(1, limitMillis));
            try {
                out.close();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }

        @Override
        public String lastWords() {
            return "";
        }
    }

    /** A pipe whose two ends any thread may use. java.io's pipe does not allow this. */
    private static final class Pipe {
        private static final byte[] END = new byte[0];

        private final LinkedBlockingQueue<byte[]> pieces = new LinkedBlockingQueue<>();

        void close() {
            pieces.add(END);
        }

        OutputStream out() {
            return new OutputStream() {
                @Override
                public void write(int b) {
                    pieces.add(new byte[] {(byte) b});
                }

                @Override
                public void write(byte[] bytes, int offset, int length) {
                    if (length > 0) {
                        pieces.add(java.util.Arrays.copyOfRange(bytes, offset, offset + length));
                    }
                }

                @Override
                public void close() {
                    Pipe.this.close();
                }
            };
        }

        InputStream in() {
            return new InputStream() {
                private byte[] piece = new byte[0];
                private int position;
                private boolean ended;

                @Override
                public int read() throws IOException {
                    byte[] one = new byte[1];
                    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
                }

                @Override
                public int read(byte[] bytes, int offset, int length) throws IOException {
                    if (length == 0) {
                        return 0;
                    }
                    try {
                        if (position == piece.length && !ended) {
                            piece = pieces.take();
                            position = 0;
                            ended = piece == END;
                        }
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                    int got = Math.min(length, piece.length - position);
                    System.arraycopy(piece, position, bytes, offset, got);
                    position += got;
                    return ended ? -1 : got;
                }
            };
        }
    }
}
