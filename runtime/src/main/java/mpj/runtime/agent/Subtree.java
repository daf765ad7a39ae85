package mpj.runtime.agent;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import mpj.runtime.host.JobEvent;
import mpj.runtime.host.KeyValueExchange;
import mpj.runtime.wire.Question;

/**
 * The agents below this host: started all at once, each of which starts those below it. Joins what goes up, and passes
 * what comes down on to the agents that it is for.
 */
public final class Subtree implements KeyValueExchange.Neighbours {
    private final List<ChildLink> children = new ArrayList<>();
    private final Consumer<Upward> up;
    private final ThreadFactory threads;
    private KeyValueExchange exchange;
    private Contents contents;

    /**
     * The subtree of a host; nothing is started yet.
     *
     * @param below the hosts below this one
     * @param up takes what goes up, and must never wait for what comes down
     */
    public Subtree(Plan plan, List<HostPlan> below, AgentStarter starter, ThreadFactory threads, Consumer<Upward> up) {
        this.up = up;
        this.threads = threads;
        for (List<HostPlan> part : Plan.split(below, plan.fanout())) {
            children.add(new ChildLink(plan.of(part), starter, threads, new ChildLink.Above() {
                @Override
                public void received(ChildLink link, Upward message) {
                    fromBelow(link, message);
                }

                @Override
                public void lost(ChildLink link, String reason) {
                    if (!link.isEnding()) {
                        up.accept(new Upward.Happened(new JobEvent.HostFailed(link.host(), reason)));
                    }
                }
            }));
        }
    }

    /** How many agents are directly below. */
    public int size() {
        return children.size();
    }

    /** Begins to start the agents. */
    public void start(KeyValueExchange sharedExchange, Contents available) {
        exchange = sharedExchange;
        contents = available;
        children.forEach(ChildLink::start);
    }

    /** Passes standard input on to the host of rank 0. */
    public void sendInput(int host, byte[] bytes) {
        route(host, new Downward.Input(bytes));
    }

    /** Says that output of a host has been written. */
    public void outputTaken(int host, int bytes) {
        route(host, new Downward.OutputTaken(host, bytes));
    }

    /** A rank is dead, and the others go on without it. */
    public void lost(int rank, String how) {
        broadcast(new Downward.Lost(rank, how));
    }

    /** A rank has ended after it reached so many fences. */
    public void ended(int rank, int fences, String how) {
        broadcast(new Downward.Ended(rank, fences, how));
    }

    /** Asks every rank below for a report. */
    public void inspect(int inquiry, Question question, long limitMillis) {
        broadcast(new Downward.Inspect(inquiry, question, limitMillis));
    }

    /** Tells a host what the launcher's clock shows, which it has asked at a time of its own. */
    public void tellTime(int host, long asked, long time) {
        route(host, new Downward.Time(host, asked, time));
    }

    /** Asks every host below what its clock shows. */
    public void askClocks(long asked) {
        broadcast(new Downward.AskClock(asked));
    }

    /** Ends all ranks and agents below. */
    public void beginEnd() {
        children.forEach(ChildLink::beginEnd);
    }

    /** Waits for their end, up to a limit; then cuts their connections, upon which they end themselves. */
    public void awaitEnd(long limitMillis) throws InterruptedException {
        long deadline = System.nanoTime() + limitMillis * 1_000_000L;
        for (ChildLink child : children) {
            child.awaitEnd(Math.max(0, (deadline - System.nanoTime()) / 1_000_000L));
        }
    }

    @Override
    public void fenceAbove(List<KeyValueExchange.Entry> values) {
        up.accept(new Upward.Fence(values));
    }

    @Override
    public void getAbove(int rank, String key) {
        up.accept(new Upward.Get(rank, key));
    }

    @Override
    public void releaseBelow() {
        broadcast(new Downward.Release());
    }

    private void broadcast(Downward message) {
        children.forEach(child -> child.send(message));
    }

    private void route(int host, Downward message) {
        for (ChildLink child : children) {
            if (child.leadsTo(host)) {
                child.send(message);
            }
        }
    }

    private void fromBelow(ChildLink link, Upward message) {
        switch (message) {
            case Upward.Fence(List<KeyValueExchange.Entry> values) -> exchange.fenceBelow(values);
            case Upward.Get(int rank, String key) -> exchange.get(rank, key)
                .thenAccept(answer -> link.send(new Downward.Answer(rank, key, answer)));
            case Upward.Need(String digest) -> threads.newThread(() -> ship(link, digest)).start();
            default -> up.accept(message);
        }
    }

    private void ship(ChildLink link, String digest) {
        try {
            try {
                Shipment.send(contents.await(digest), link::sendNow);
            } catch (IOException e) {
                link.sendNow(new Downward.ShippedAll(e.getMessage()));
            }
        } catch (IOException e) {
            // That agent is gone, which its link notices.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
