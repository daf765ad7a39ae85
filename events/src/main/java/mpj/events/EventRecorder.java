package mpj.events;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import jdk.jfr.FlightRecorder;
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
    /** What Flight Recorder calls for each chunk, from Init to Finalize; null while it calls nothing. */
    private Runnable describing;
    private Runnable looking;

    EventRecorder(int rank) {
        this.rank = rank;
    }

    /** What makes events of the calls of one thread. */
    public CallRecorder forThread() {
        return new CallRecorder(rank);
    }

    /**
     * Says of which job this rank is, now and in each chunk of a recording.
     *
     * @param cores that the rank may run on, as the kernel writes it; may be empty
     */
    public void describe(int size, String host, String cores) {
        describing = () -> {
            RankStartedEvent event = new RankStartedEvent();
            event.rank = rank;
            event.size = size;
            event.host = host;
            event.processors = Runtime.getRuntime().availableProcessors();
            event.cores = cores;
            event.commit();
        };
        describing.run();
        FlightRecorder.addPeriodicEvent(RankStartedEvent.class, describing);
    }

    /** Has the calls under way told when a chunk of a recording ends. */
    public void lookForCalls(Runnable look) {
        looking = look;
        FlightRecorder.addPeriodicEvent(CallUnderWayEvent.class, looking);
    }

    /**
     * A call has not returned yet.
     *
     * @param caller the thread that is in it
     * @param began when it began, by nanoTime
     * @param line where the program makes it
     */
    public void underWay(Call call, Thread caller, long began, String line) {
        CallUnderWayEvent event = new CallUnderWayEvent();
        event.rank = rank;
        event.caller = caller;
        event.call = call.name();
        event.communicator = call.communicator();
        event.context = call.context();
        event.peer = call.peer();
        event.tag = call.tag();
        event.bytes = call.bytes();
        event.line = line;
        event.since = System.nanoTime() - began;
        event.commit();
    }

    @Override
    public void close() {
        for (Runnable each : Stream.of(describing, looking).filter(Objects::nonNull).toList()) {
            FlightRecorder.removePeriodicEvent(each);
        }
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
