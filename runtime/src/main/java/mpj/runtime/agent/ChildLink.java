package mpj.runtime.agent;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.ProtocolException;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import mpj.runtime.wire.Frames;

/**
 * The connection to one agent directly below. It starts the agent, sends it its plan, and passes its messages on.
 *
 * <p>Messages to the agent wait in a queue, so that no thread that holds a lock ever waits for the network. The queue
 * is bounded by the agent's requests: each answer, credit and release that is queued answers a message that came from
 * below.
 */
final class ChildLink {
    /** Receives the messages of an agent below. */
    interface Above {
        void received(ChildLink link, Upward message);

        /** The agent cannot be started, or its connection has ended. This is also called at an orderly end. */
        void lost(ChildLink link, String reason);
    }

    /** How long to wait for the last actions of an agent that says nothing more. */
    private static final long LAST_MILLIS = 1_000;

    private final Plan plan;
    private final AgentStarter starter;
    private final ThreadFactory threads;
    private final Above above;
    private final BitSet hosts = new BitSet();
    private final LinkedBlockingQueue<Downward> outgoing = new LinkedBlockingQueue<>();
    private Thread reader;
    private AgentStarter.Started started;
    private Frames<Downward, Upward> frames;
    /** When the last message came, in nanoseconds; written by the thread that reads. */
    private volatile long heard = System.nanoTime();
    private boolean ending;

    ChildLink(Plan plan, AgentStarter starter, ThreadFactory threads, Above above) {
        this.plan = plan;
        this.starter = starter;
        this.threads = threads;
        this.above = above;
        plan.hosts().forEach(host -> hosts.set(host.index()));
    }

    String host() {
        return plan.own().name();
    }

    /** The ranks of all hosts that this link leads to. */
    List<Integer> ranks() {
        return plan.ranks().stream().boxed().toList();
    }

    /** Whether the agent was started. Its host may be lost afterwards. */
    synchronized boolean wasStarted() {
        return started != null;
    }

    /** Whether the way to a host goes through this link. */
    boolean leadsTo(int host) {
        return hosts.get(host);
    }

    /** Begins to start the agent. */
    void start() {
        Thread made = threads.newThread(this::run);
        made.start();
        reader = made; // not before: the system may allow no further thread
    }

    /** Queues a message, which is sent once the agent runs; never waits. */
    void send(Downward message) {
        outgoing.add(message);
    }

    /** Sends now and waits for the network. This is for data that would fill memory if it were queued. */
    void sendNow(Downward message) throws IOException {
        frames.send(message);
    }

    /** Asks the agent to end itself and all agents below it. */
    synchronized void beginEnd() {
        ending = true;
        send(new Downward.End());
    }

    /**
     * Waits until the agent has ended. After the deadline, cuts the connection as soon as the agent has been silent for
     * a while: an agent that still sends, as it does with recordings, is not stuck.
     *
     * @param deadline on the clock of {@link System#nanoTime}
     * @param silence the time in nanoseconds
     */
    void awaitEnd(long deadline, long silence) throws InterruptedException {
        if (reader == null) {
            return;
        }
        AgentStarter.Started running;
        synchronized (this) {
            running = started;
        }
        long left;
        boolean ended;
        do {
            long now = System.nanoTime();
            left = Math.max(deadline - now, heard + silence - now);
            ended = reader.join(Duration.ofNanos(left));
        } while (!ended && left > 0);
        if (running != null) {
            running.end(ended ? Math.max(LAST_MILLIS, (deadline - System.nanoTime()) / 1_000_000L) : 0);
        }
        reader.join(LAST_MILLIS);
    }

    synchronized boolean isEnding() {
        return ending;
    }

    private void run() {
        try {
            AgentStarter.Started running = starter.start(host());
            boolean late;
            synchronized (this) {
                started = running;
                late = ending;
            }
            frames = new Frames<>(Downward.KINDS, running.out(), Upward.KINDS,
                new BufferedInputStream(running.in()));
            if (late) {
                running.end(0);
                return;
            }
            sendNow(new Downward.Begin(plan));
            threads.newThread(this::sendQueued).start();
            receive();
        } catch (IOException e) {
            above.lost(this, reason(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            // The job would wait for this host for ever.
            above.lost(this, (wasStarted() ? "the messages of the agent cannot be carried out: "
                : "the agent cannot be started: ") + e);
        }
    }

    private void receive() throws IOException {
        while (true) {
            Upward message = frames.receive();
            heard = System.nanoTime();
            above.received(this, message);
        }
    }

    private void sendQueued() {
        try {
            Downward message;
            do {
                message = outgoing.take();
                sendNow(message);
            } while (!(message instanceof Downward.End));
        } catch (IOException e) {
            // The agent is gone, which the reading thread will see.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized String reason(IOException e) {
        if (started == null) {
            return e.getMessage();
        }
        if (e instanceof ProtocolException) {
            return "the messages of the agent cannot be read: " + e.getMessage();
        }
        String words = started.lastWords();
        return "the connection to the agent was lost" + (words.isEmpty() ? "" : ": " + words);
    }
}
