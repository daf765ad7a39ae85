package mpj.events;

import java.util.concurrent.TimeUnit;
import mpj.tools.Call;
import mpj.tools.Message;
import mpj.tools.Watcher;

/**
 * Makes events of what one rank does. Where no recording wants them, nothing is made. Messages are told by one thread
 * at a time, which holds the rank's lock; all else by any thread.
 */
public final class EventRecorder implements Watcher {
    private final int rank;
    // Used again for each message: a message makes no event object.
    private final MessageSentEvent sent = new MessageSentEvent();
    private final MessagePostedEvent posted = new MessagePostedEvent();
    private final MessageArrivedEvent arrived = new MessageArrivedEvent();
    private final MessageMatchedEvent matched = new MessageMatchedEvent();

    EventRecorder(int rank) {
        this.rank = rank;
    }

    /** What makes events of the calls of one thread. */
    public CallRecorder forThread() {
        return new CallRecorder(rank);
    }

    @Override
    public void sent(Message message) {
        MessageSentEvent event = sent;
        if (event.isEnabled()) {
            event.rank = rank;
            event.peer = message.peer();
            event.context = message.context();
            event.tag = message.tag();
            event.bytes = message.bytes();
            event.sequence = message.sequence();
            event.protocol = message.protocol().toString();
            event.transport = message.transport();
            event.commit();
        }
    }

    @Override
    public void posted(int peer, int context, int tag, long capacity) {
        MessagePostedEvent event = posted;
        if (event.isEnabled()) {
            event.rank = rank;
            event.peer = peer;
            event.context = context;
            event.tag = tag;
            event.capacity = capacity;
            event.commit();
        }
    }

    @Override
    public void arrived(Message message, boolean unexpected) {
        MessageArrivedEvent event = arrived;
        if (event.isEnabled()) {
            event.rank = rank;
            event.peer = message.peer();
            event.context = message.context();
            event.tag = message.tag();
            event.bytes = message.bytes();
            event.sequence = message.sequence();
            event.protocol = message.protocol().toString();
            event.unexpected = unexpected;
            event.commit();
        }
    }

    @Override
    public void matched(Message message, boolean unexpected, long waited) {
        if (!unexpected) {
            return; // its arrival says so
        }
        MessageMatchedEvent event = matched;
        if (event.isEnabled()) {
            event.rank = rank;
            event.peer = message.peer();
            event.context = message.context();
            event.tag = message.tag();
            event.bytes = message.bytes();
            event.sequence = message.sequence();
            event.waited = waited;
            event.commit();
        }
    }

    @Override
    public void channelOpened(int peer, String transport, long nanoseconds) {
        ChannelOpenedEvent event = new ChannelOpenedEvent();
        event.rank = rank;
        event.peer = peer;
        event.transport = transport;
        event.took = nanoseconds;
        event.commit();
    }

    @Override
    public void backPressure(int peer, String transport, long bytes, long nanoseconds) {
        BackPressureEvent event = new BackPressureEvent();
        event.rank = rank;
        event.peer = peer;
        event.transport = transport;
        event.bytes = bytes;
        event.took = nanoseconds;
        event.commit();
    }

    @Override
    public void registered(String transport, long bytes, long nanoseconds, boolean refused) {
        RegistrationEvent event = new RegistrationEvent();
        event.rank = rank;
        event.transport = transport;
        event.bytes = bytes;
        event.took = nanoseconds;
        event.refused = refused;
        event.commit();
    }

    @Override
    public void phase(Call call, String phase, long nanoseconds) {
        CollectivePhaseEvent event = new CollectivePhaseEvent();
        if (event.isEnabled()) {
            event.rank = rank;
            event.collective = call.name();
            event.context = call.context();
            event.algorithm = call.algorithm();
            event.phase = phase;
            event.took = nanoseconds;
            event.commit();
        }
    }

    @Override
    public void lost(int peer, String cause) {
        RankLostEvent event = new RankLostEvent();
        event.rank = rank;
        event.peer = peer;
        event.cause = cause;
        event.commit();
    }

    /** Whether a recording wants to know of clocks. */
    public boolean samplesClock() {
        return new ClockSampleEvent().isEnabled();
    }

    /**
     * The system clock, and the launcher's, beside nanoTime, which events are ordered by within a JVM.
     *
     * @param offset what is to be added to nanoTime to have the launcher's
     * @param offsetError by how much that may be wrong; -1 if it is not known
     */
    public void sampleClock(long offset, long offsetError) {
        ClockSampleEvent event = new ClockSampleEvent();
        long before = System.nanoTime();
        java.time.Instant wall = java.time.Instant.now();
        long after = System.nanoTime();
        event.rank = rank;
        event.nanoTime = before + (after - before) / 2;
        event.hostTime = TimeUnit.SECONDS.toNanos(wall.getEpochSecond()) + wall.getNano();
        event.error = after - before;
        event.offset = offset;
        event.offsetError = offsetError;
        event.commit();
    }
}
