package mpj.runtime.agent;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import mpj.runtime.host.JobEvent;
import mpj.runtime.host.KeyValueExchange;
import mpj.runtime.wire.Message;
import mpj.runtime.wire.Question;

/**
 * The agents below this host. The agents directly below are started all at once, and each of them starts the agents
 * below it. A subtree merges the messages that go up, and passes each message that comes down to the agents that it is
 * for.
 */
public final class Subtree implements KeyValueExchange.Neighbours {
    private final List<ChildLink> children = new ArrayList<>();
    private final Consumer<Upward> up;
    private final ThreadFactory threads;
    private KeyValueExchange exchange;
    private Contents contents;

    /**
     * Makes the subtree of a host, without starting anything.
     *
     * @param below the hosts below this one
     * @param up takes the messages that go up, and must never wait for messages that come down
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
                        exchange.lostBelow(children.indexOf(link));
                        up.accept(new Upward.Happened(link.wasStarted()
                            ? new JobEvent.HostLost(link.host(), link.ranks(), reason)
                            : new JobEvent.HostFailed(link.host(), reason)));
                    }
                }
            }));
        }
    }

    /** The number of agents directly below. */
    public int size() {
        return children.size();
    }

    /** Begins to start the agents. */
    public void start(KeyValueExchange sharedExchange, Contents available) {
        exchange = sharedExchange;
        contents = available;
        children.forEach(ChildLink::start);
    }

    /** Passes standard input to the host of rank 0. */
    public void sendInput(int host, byte[] bytes) {
        route(host, new Downward.Input(bytes));
    }

    /** Says that the launcher has written output of a host. */
    public void outputTaken(int host, int bytes) {
        route(host, new Downward.OutputTaken(host, bytes));
    }

    /** Says that a rank is dead and that the other ranks go on without it. */
    public void lost(int rank, String how) {
        broadcast(new Downward.Lost(rank, how));
    }

    /** Says that a rank of another job is lost. */
    public void lostElsewhere(long job, int rank, String how, boolean left) {
        broadcast(new Downward.LostElsewhere(job, rank, how, left));
    }

    /** Says that another rank has lost this rank, so that its host ends it. */
    public void expel(int rank) {
        broadcast(new Downward.Expel(rank));
    }

    /** Answers the request of a rank of a host. */
    public void answer(int host, int number, Message message) {
        route(host, new Downward.Answered(host, number, message));
    }

    /** Says that a rank has ended after it reached this number of fences. */
    public void ended(int rank, int fences, String how) {
        broadcast(new Downward.Ended(rank, fences, how));
    }

    /** Asks every rank below for a report. */
    public void inspect(int inquiry, Question question, long limitMillis) {
        broadcast(new Downward.Inspect(inquiry, question, limitMillis));
    }

    /** Tells a host the time on the launcher's clock. The host asked at the time {@code asked} on its own clock. */
    public void tellTime(int host, long asked, long time) {
        route(host, new Downward.Time(host, asked, time));
    }

    /** Asks every host below for the time on its clock. */
    public void askClocks(long asked) {
        broadcast(new Downward.AskClock(asked));
    }

    /** Ends all ranks and agents below. */
    public void beginEnd() {
        children.forEach(ChildLink::beginEnd);
    }

    /**
     * Waits until they have ended. Cuts the connection of each agent from which nothing has come for the limit, and it
     * then ends itself.
     */
    public void awaitEnd(long limitMillis) throws InterruptedException {
        long limit = limitMillis * 1_000_000L;
        long deadline = System.nanoTime() + limit;
        for (ChildLink child : children) {
            child.awaitEnd(deadline, limit);
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
            case Upward.Fence(List<KeyValueExchange.Entry> values) ->
                exchange.fenceBelow(children.indexOf(link), values);
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
            // That agent is gone, which its link will see.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
