package mpj.transport.verbs;

import static mpj.transport.verbs.PacketLayout.PAYLOAD_AT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import mpj.bindings.Uninterrupted;
import mpj.bindings.verbs.ibv_device_attr;
import mpj.transport.device.Sleep;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Departure;
import mpj.transport.spi.Job;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Peer;
import mpj.transport.spi.PeerTable;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;

/**
 * Moves packets over reliable connections of one port of one device. All work completes in one queue. Packets in rings
 * are found by polling the rings.
 *
 * <p>The queues of the device are made for as many peers as the job has, within the device's limits, so that each peer
 * may always have a packet under way. For peers of other jobs, the completion queue grows. The receive queue does not:
 * these peers share the buffers that the ranks of this job leave. If no buffer is left, the device of the sender tries
 * again until there is one.
 */
final class VerbsTransport implements Transport {
    private static final int SEND_BUFFERS = 64;
    /** Entries for the set-up and the reads. */
    private static final int FURTHER_COMPLETIONS = 256;
    private static final int POLLS_BETWEEN_LOOKS = 1 << 10;
    /** While packets come through rings, the queue is polled only once in this many polls. */
    private static final int POLLS_OF_RINGS_ONLY = 1 << 4;
    private static final long LONGEST_GOODBYE = 1_000_000_000;
    private static final long NAP = 20_000;

    private final Deque<Runnable> toClose = new ArrayDeque<>();
    private final Device device;
    private final CompletionQueue completions;
    private final SendPool sends;
    private final ReceivePool receives;
    private final MemorySegment received;
    private final EagerRings rings;
    private final SetupQueuePair setup;
    private final Connections connections;
    private final PeerTable<Connection> byIndex;
    private final PeerMemory reads;
    private final AsynchronousEvents events;
    private final Sleep sleep;
    private int polls;

    private VerbsTransport(Job job, VerbsSettings settings) {
        Arena arena = Arena.ofShared();
        toClose.push(arena::close);
        try {
            device = Device.open(settings, arena);
            toClose.push(device::close);
            int receiveCount = Connections.receiveCount(settings, device, job.size());
            DataCalls calls = new DataCalls(device.context());
            completions = new CompletionQueue(device, calls, Math.min(ibv_device_attr.max_cqe(device.attributes()),
                receiveCount + FURTHER_COMPLETIONS + QueuePair.DEPTH * job.size()), arena);
            toClose.push(completions::close);
            WorkRequests work = new WorkRequests(calls, arena);
            sends = new SendPool(device, SEND_BUFFERS, settings.packet(), arena);
            toClose.push(sends::close);
            receives = new ReceivePool(device, work, receiveCount, settings.packet(), arena);
            toClose.push(receives::close);
            received = receives.memory();
            PeerWords words = new PeerWords(device, arena);
            toClose.push(words::close);
            setup = new SetupQueuePair(device, work, completions, job.secret(), arena);
            toClose.push(setup::close);
            rings = new EagerRings(device, Math.min(settings.rings(), job.size() - 1),
                Math.min(settings.ringPacket(), settings.packet()), settings.ringAfter(), arena);
            toClose.push(rings::close);
            connections = new Connections(job, device, completions, setup, receives, receiveCount, work, sends, words,
                rings);
            byIndex = connections.byIndex();
            reads = new PeerMemory(device, byIndex, work, settings, arena);
            toClose.push(reads::close);
            // Connections are closed before the memory that their work reads and writes.
            toClose.push(connections::close);
            events = new AsynchronousEvents(device, completions, arena);
            sleep = new Sleep(completions.descriptor(), this::mayWait);
            toClose.push(sleep::close);
        } catch (RuntimeException e) {
            release();
            throw e;
        }
    }

    static Transport open(Job job, VerbsSettings settings) {
        return new VerbsTransport(job, settings);
    }

    @Override
    public byte[] address() {
        return connections.own().encode();
    }

    @Override
    public boolean reaches(byte[] address) {
        return connections.own().reaches(PeerAddress.decode(address));
    }

    @Override
    public boolean introduce(int index, Peer peer, byte[] secret) {
        connections.introduce(index, peer, secret.clone());
        return true;
    }

    @Override
    public Channel connect(int peer, byte[] address) {
        return connections.connect(peer, PeerAddress.decode(address));
    }

    // --------------------------------------------------------------------------------------------------- progress

    @Override
    public boolean progress(PacketHandler handler) {
        boolean any = rings.poll(handler);
        if (!any || polls % POLLS_OF_RINGS_ONLY == 0) {
            any |= pollQueue(handler);
        }
        if (++polls % POLLS_BETWEEN_LOOKS == 0) {
            look();
        }
        if (connections.areWaiting()) {
            connections.settle(reads, handler);
        }
        return any;
    }

    private boolean pollQueue(PacketHandler handler) {
        int count = completions.poll();
        if (count < 0) {
            throw new TransportException("transport verbs, device " + device.name() + ": ibv_poll_cq: " + count);
        }
        if (count > 0) {
            sleep.refreshed();
            completeAll(count, handler);
        }
        return count > 0;
    }

    /** The queue reports each completion once, so a failure keeps none of the others from being handled. */
    private void completeAll(int count, PacketHandler handler) {
        Throwable failure = null;
        for (int i = 0; i < count; i++) {
            try {
                if (completions.status(i) == 0) {
                    complete(i, handler);
                } else {
                    failure(i, handler);
                }
            } catch (RuntimeException | Error e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
    }

    private void complete(int entry, PacketHandler handler) {
        long id = completions.work(entry);
        int kind = Work.kind(id);
        int place = Work.place(id);
        switch (kind) {
            case Work.RECEIVE -> {
                // Only peers that have proved who they are have a queue pair that receives packets.
                Connection source = byIndex.get(completions.sender(entry));
                if (source == null || source.queuePairNumber() != completions.queuePair(entry)) {
                    receives.give(place); // it names another peer as its sender
                    return;
                }
                try {
                    source.received(received, receives.offset(place), completions.length(entry) - PAYLOAD_AT, handler);
                } finally {
                    receives.give(place);
                }
                source.delivered();
            }
            case Work.SETUP_RECEIVE -> connections.take(setup.received(place, completions.length(entry)));
            case Work.SETUP_SEND -> setup.sent(place);
            default -> {
                byIndex.get(Work.peer(id)).completed(kind);
                if (kind == Work.SEND) {
                    sends.give(place);
                } else if (kind == Work.READ) {
                    reads.ended(place, null, handler);
                }
            }
        }
    }

    private void failure(int entry, PacketHandler handler) {
        long id = completions.work(entry);
        int kind = Work.kind(id);
        int place = Work.place(id);
        switch (kind) {
            case Work.RECEIVE -> receives.give(place);
            case Work.SETUP_RECEIVE -> throw new TransportException("transport verbs, device " + device.name()
                + ": receiving a datagram: " + Libibverbs.status(completions.status(entry)));
            case Work.SETUP_SEND -> setup.sent(place);
            default -> {
                Connection connection = byIndex.get(Work.peer(id));
                TransportException cause = connection.ended() ? null : cause(connection, kind, entry);
                if (kind == Work.SEND) {
                    sends.give(place);
                } else if (kind == Work.READ) {
                    reads.ended(place, cause != null ? cause : cause(connection, kind, entry), handler);
                }
                if (cause != null) {
                    connection.end(cause);
                }
            }
        }
    }

    private TransportException cause(Connection connection, int kind, int entry) {
        return new TransportException("transport verbs: " + Work.describe(kind) + " " + connection.name() + ": "
            + Libibverbs.status(completions.status(entry)) + ", vendor's error " + completions.vendorError(entry) + "; "
            + device.portState());
    }

    private void look() {
        connections.look();
        for (AsynchronousEvents.Failure failure = events.next(); failure != null; failure = events.next()) {
            connections.fail(failure.queuePair(), failure.text());
        }
    }

    // --------------------------------------------------------------------------------------------------- sleeping

    @Override
    public void prepareToSleep() {
        look();
        rings.prepareToSleep();
        sleep.prepare();
    }

    /** The rings come first, because the completion of the request that closes them must wake the sleeper. */
    private boolean mayWait() {
        return rings.closeAll() && completions.arm();
    }

    @Override
    public void sleep(long nanoseconds) {
        try {
            sleep.sleep(nanoseconds);
        } finally {
            rings.slept();
        }
    }

    @Override
    public void wake() {
        sleep.ring();
    }

    @Override
    public void congested(int peer, boolean congested) {
        byIndex.get(peer).congested(congested);
    }

    @Override
    public RemoteMemory remoteMemory() {
        return reads;
    }

    // ---------------------------------------------------------------------------------------------------- closing

    @Override
    public Departure departure() {
        return connections::arrived;
    }

    /** Says goodbye to the peers. Work that is under way would end with its queue pair, so this waits for it. */
    private void takeLeave() {
        PacketHandler nobody = new PacketHandler() {
            @Override
            public void packet(int source, long envelope, long header, MemorySegment segment, long offset,
                               long bytes) {
            }

            @Override
            public void lost(int peer, TransportException cause) {
            }

            @Override
            public void completed(long cookie, TransportException failure) {
            }
        };
        long deadline = System.nanoTime() + LONGEST_GOODBYE;
        while (!connections.goodbye() && System.nanoTime() < deadline) {
            if (!progress(nobody)) {
                Uninterrupted.park(NAP);
            }
        }
    }

    private void release() {
        while (!toClose.isEmpty()) {
            toClose.pop().run();
        }
    }

    @Override
    public void close() {
        try {
            takeLeave();
        } catch (TransportException e) {
            // No operation is left that needs the peer.
        } finally {
            release();
        }
    }
}
