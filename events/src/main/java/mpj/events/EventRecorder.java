package mpj.events;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import jdk.jfr.FlightRecorder;
import mpj.tools.Call;
import mpj.tools.Message;
import mpj.tools.Watcher;

/**
 * Records events of one rank. If no recording asks for an event, nothing is made. Messages are reported by one thread
 * at a time, which holds the rank's lock. Everything else is reported by any thread.
 */
public final class EventRecorder implements Watcher {
    private final int rank;
    // Reused for each message, so that a message makes no event object.
    private final MessageSentEvent sent = new MessageSentEvent();
    private final MessagePostedEvent posted = new MessagePostedEvent();
    private final MessageArrivedEvent arrived = new MessageArrivedEvent();
    private final MessageMatchedEvent matched = new MessageMatchedEvent();
    /**
     * The actions that Flight Recorder calls for each chunk, from Init to Finalize. Each is null while it is not
     * called.
     */
    private Runnable describing;
    private Runnable looking;

    EventRecorder(int rank) {
        this.rank = rank;
    }

    /** Makes the recorder for the calls of one thread. */
    public CallRecorder forThread() {
        return new CallRecorder(rank);
    }

    /**
     * Records to which job this rank belongs, now and in each chunk of a recording.
     *
     * @param cores the cores that the rank may run on, as the kernel writes them; may be empty
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

    /** Lets an action report the calls that are under way when a chunk of a recording ends. */
    public void lookForCalls(Runnable look) {
        looking = look;
        FlightRecorder.addPeriodicEvent(CallUnderWayEvent.class, looking);
    }

    /**
     * Records a call that has not returned yet.
     *
     * @param caller the thread that is in the call
     * @param began when the call began, by nanoTime
     * @param line the program's line that makes the call
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
    public void posted(int context, int peer, int tag, long capacity) {
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
            return; // the event of its arrival contains this
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

    /** Whether a recording asks for samples of the clocks. */
    public boolean samplesClock() {
        return new ClockSampleEvent().isEnabled();
    }

    /**
     * Records the system's clock and the launcher's together with nanoTime, which orders the events within a JVM.
     *
     * @param offset the number to add to nanoTime to get the launcher's
     * @param offsetError the largest error of the offset; -1 if it is not known
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
