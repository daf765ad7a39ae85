package mpj.transport.libfabric;

import static mpj.transport.libfabric.PacketLayout.INT;
import static mpj.transport.libfabric.PacketLayout.LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import mpj.bindings.Uninterrupted;
import mpj.bindings.libfabric.libfabric_h;
import mpj.transport.device.RegistrationCache;
import mpj.transport.device.SignalHandlers;
import mpj.transport.device.Sleep;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Departure;
import mpj.transport.spi.Job;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.PeerTable;
import mpj.transport.spi.Peer;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;

/**
 * Moves packets over one reliable datagram endpoint. Received packets come out of the completion queue. The {@linkplain
 * Tokens token} of a packet shows that it is a peer's. The packet then goes through that peer's {@link
 * IncomingChannel}. A peer is answered at the address in its first packet, or at the address that it published.
 *
 * <p>This transport leads only to ranks of its own job. For other jobs ({@link Transport#introduce}) a packet would
 * have to say more about its sender than the rank, because two jobs have the same ranks. Its token could tell: it would
 * be made from the secret that the two jobs share, and would be looked up.
 */
final class LibfabricTransport implements Transport {
    private static final int SMALL_BUFFERS = 128;
    private static final int LARGE_BUFFERS = 16;
    private static final long LARGE_BYTES = 4 << 20;
    private static final int POLLS_BETWEEN_LOOKS = 1 << 16;
    private static final long LOOK_INTERVAL = 500_000_000;
    /**
     * In nanoseconds. Provider shm up to libfabric 2.1 reports what it has sent in the order in which it was sent. Once
     * a receiver is lost before it took a message, the provider reports nothing any more, for any receiver.
     */
    private static final long LONGEST_STUCK = 3_000_000_000L;
    private static final int LOOKS_BETWEEN_PROBES = 4;
    private static final long LONGEST_GOODBYE = 1_000_000_000;
    private static final long NAP = 20_000;

    /** Takes what still comes when nobody wants it any more. */
    private static final PacketHandler DISCARDING = new PacketHandler() {
        @Override
        public void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
            // Every rank has said that it waits for no packet.
        }

        @Override
        public void arrived(int source, long envelope, long header, long bytes) {
            // The operation whose memory was written has ended.
        }

        @Override
        public void lost(int peer, TransportException cause) {
            // The loss does no harm, because the peer was about to leave. The others must still hear the goodbye.
        }

        @Override
        public void completed(long cookie, TransportException failure) {
            // The operation that read or wrote has ended.
        }
    };

    private final int rank;
    private final int size;
    private final Tokens tokens;
    private final ForeignPeers foreign;
    private final PeerAddress own;
    private final Arena arena = Arena.ofShared();
    private final FabricQuery query;
    private final Endpoint endpoint;
    private final CompletionQueue completions;
    private final OperationContexts contexts;
    private final int firstReceive;
    private final int firstRead;
    private final int firstTagged;
    private final long largestPacket;
    private final Registrar registrar;
    private final RegistrationCache<Registrar.Registration> cache;
    private final SendBuffers sends;
    private final ReceiveBuffers receives;
    private final MemorySegment received;
    private final PacketSender sender;
    private final PeerMemory memory;
    private final TaggedPayloads tagged;
    private final Sleep sleep;

    /** Connections to the peers that were sent packets or have sent some. */
    private final PeerTable<Connection> connections = new PeerTable<>();
    private final PeerTable<IncomingChannel> incoming = new PeerTable<>();
    private final List<Connection> open = new ArrayList<>();
    private int polls;
    private int looks;
    /** Whether the provider sends nothing any more. */
    private boolean stuck;
    private long lastLook = System.nanoTime();

    LibfabricTransport(Job job, Wanted wanted, LibfabricSettings settings, int version,
                       SignalHandlers handlers) {
        rank = job.rank();
        tokens = new Tokens(job.secret());
        foreign = new ForeignPeers(job);
        size = job.size();
        query = new FabricQuery(version);
        try {
            FabricInfo info = query.choose(wanted, job.localSize() == job.size());
            handlers.restore();
            PacketSizes sizes = PacketSizes.of(info, settings);
            largestPacket = sizes.largest();
            boolean multiple = info.has(libfabric_h.FI_MULTI_RECV());
            int receiveCount = ReceiveBuffers.count(multiple, info.receiveQueue());
            int smallCount = (int) Math.min(SMALL_BUFFERS, Math.max(2, info.sendQueue() / 2));
            int largeCount = (int) Math.min(Math.min(LARGE_BUFFERS, LARGE_BYTES / largestPacket),
                Math.max(2, info.sendQueue() / 4));
            firstReceive = smallCount + largeCount;
            firstRead = firstReceive + receiveCount;
            firstTagged = firstRead + PeerMemory.MOST;
            contexts = new OperationContexts(
                firstTagged + (info.has(libfabric_h.FI_TAGGED()) ? TaggedPayloads.MOST_POSTED : 0), arena);
            endpoint = new Endpoint(info, settings.queue() > 0 ? settings.queue()
                : info.sendQueue() + info.receiveQueue(), arena);
            handlers.restore();
            endpoint.enable(largestPacket);
            handlers.restore();
            DataCalls calls = new DataCalls(endpoint);
            completions = new CompletionQueue(calls, arena);
            registrar = new Registrar(endpoint, tokens.keys(rank));
            cache = new RegistrationCache<>(piece -> registrar.register(piece,
                libfabric_h.FI_READ() | libfabric_h.FI_WRITE() | libfabric_h.FI_REMOTE_READ()));
            sends = new SendBuffers(smallCount, (int) sizes.small(), largeCount, (int) largestPacket, registrar,
                libfabric_h.FI_SEND(), contexts, arena);
            receives = new ReceiveBuffers(multiple, info.receiveQueue(), largestPacket, registrar, calls, contexts,
                firstReceive, arena);
            received = receives.memory();
            long posted = receives.post();
            if (posted != 0) {
                throw endpoint.failure("fi_recv", posted);
            }
            sender = new PacketSender(endpoint, calls, sends, sizes);
            memory = info.has(libfabric_h.FI_RMA()) ? new PeerMemory(connections, calls, contexts, firstRead, cache,
                registrar, sizes, info.maximumMessage(PeerMemory.PIECE),
                () -> query.confirmsWrites(wanted, info), arena) : null;
            tagged = new TaggedPayloads(endpoint, calls, contexts, firstTagged, arena);
            sleep = new Sleep(endpoint.waitDescriptor(), endpoint::mayWait,
                () -> memory != null && memory.isExposed());
            own = new PeerAddress(info.provider(), info.isLocal(), PeerProcess.current(), endpoint.name());
        } catch (RuntimeException e) {
            query.close();
            throw e;
        }
    }

    @Override
    public byte[] address() {
        return own.encode();
    }

    @Override
    public boolean reaches(byte[] address) {
        return own.reaches(PeerAddress.decode(address));
    }

    /** Each process must be introduced before the other one sends: a packet from a stranger is dropped. */
    @Override
    public boolean introduce(int index, Peer peer, byte[] secret) {
        foreign.add(index, peer, secret);
        return true;
    }

    @Override
    public Channel connect(int peer, byte[] address) {
        Connection connection = connections.get(peer);
        return connection != null ? connection : connection(peer, PeerAddress.decode(address));
    }

    private Connection connection(int peer, PeerAddress address) {
        boolean ofOtherJob = foreign.has(peer);
        Connection connection = new Connection(sender, ofOtherJob ? ForeignPeers.SENDER : rank, peer,
            ofOtherJob ? foreign.to(peer) : tokens.of(rank, peer),
            endpoint.insert(address.name()), address.process(), incoming(peer));
        connections.put(peer, connection);
        open.add(connection);
        connection.hello(own.encode());
        return connection;
    }

    // --------------------------------------------------------------------------------------------------- progress

    @Override
    public boolean progress(PacketHandler handler) {
        long count = completions.read();
        boolean any = count > 0;
        if (any) {
            sleep.refreshed();
            completeAll(count, handler);
        } else if (!CompletionQueue.empty(count) && count != 0) {
            failure(count, handler);
            any = true;
        }
        any |= sleep.takeArrival();
        if (sender.waits()) {
            any |= sender.retry();
        }
        if (receives.hasUnposted()) {
            receives.post();
        }
        if (tagged.areUnposted()) {
            tagged.retry();
        }
        if (++polls % POLLS_BETWEEN_LOOKS == 0) {
            look();
        }
        if (!sender.ended().isEmpty()) {
            tellLost(handler);
        }
        if (stuck) {
            throw new TransportException("transport libfabric: provider shm sends nothing any more, because a rank was"
                + " lost that had not taken all its messages; to go on without lost ranks, use transport shm");
        }
        return any;
    }

    /** The queue reports each completion once, so a failure keeps none of the others from being handled. */
    private void completeAll(long count, PacketHandler handler) {
        Throwable failure = null;
        for (int i = 0; i < count; i++) {
            try {
                complete(i, handler);
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
        int context = contexts.number(completions.context(entry));
        if (context < 0) {
            return;
        }
        if (context < firstReceive) {
            sender.give(context).completed(context);
        } else if (context < firstRead) {
            long flags = completions.flags(entry);
            try {
                if ((flags & libfabric_h.FI_RECV()) != 0) {
                    received(receives.offset(context, completions.buffer(entry)), completions.length(entry), handler);
                }
            } finally {
                receives.done(context, flags);
            }
        } else if (context < firstTagged) {
            memory.ended(context, null, handler);
        } else if ((completions.flags(entry) & libfabric_h.FI_RECV()) != 0) {
            Connection connection = tagged.ended(context).sender();
            connection.incoming().arrived(connection, handler);
        }
    }

    /** Takes data that came from the network, if a peer has sent it. */
    private void received(long offset, long length, PacketHandler handler) {
        if (length < PacketLayout.PAYLOAD_AT) {
            return;
        }
        int peer = received.get(INT, offset + PacketLayout.SENDER_AT);
        long token = received.get(LONG, offset + PacketLayout.TOKEN_AT);
        if (peer == ForeignPeers.SENDER) {
            peer = foreign.sender(token);
            if (peer == ForeignPeers.NOT_INTRODUCED) {
                return;
            }
        } else if (peer < 0 || peer >= size || token != incoming(peer).token()) {
            return;
        }
        Connection connection = connections.get(peer);
        if (connection == null && received.get(INT, offset + PacketLayout.NUMBER_AT) == 0) {
            connection = introduced(peer, offset, length);
            if (connection == null) {
                return;
            }
        }
        incoming(peer).take(connection, received, offset, length, handler);
    }

    private IncomingChannel incoming(int peer) {
        IncomingChannel channel = incoming.get(peer);
        if (channel == null) {
            long token = foreign.has(peer) ? foreign.from(peer) : tokens.of(peer, rank);
            channel = new IncomingChannel(peer, token, new EarlyPackets(largestPacket, arena), tagged);
            incoming.put(peer, channel);
        }
        return channel;
    }

    /**
     * Opens the connection to a peer whose first packet has come. The packet contains the address for answers. If it
     * does not, it is dropped, and null is returned.
     */
    private Connection introduced(int peer, long offset, long length) {
        byte[] address = received.asSlice(offset + PacketLayout.PAYLOAD_AT, length - PacketLayout.PAYLOAD_AT)
            .toArray(ValueLayout.JAVA_BYTE);
        try {
            return connection(peer, PeerAddress.decode(address));
        } catch (TransportException e) {
            System.getLogger("mpj.transport.libfabric").log(System.Logger.Level.WARNING,
                "the first packet of rank " + peer + " is dropped: " + e.getMessage());
            return null;
        }
    }

    private void failure(long result, PacketHandler handler) {
        if (!CompletionQueue.hasFailure(result)) {
            throw endpoint.failure("fi_cq_read", result);
        }
        CompletionQueue.Failed failed = completions.failed();
        int context = failed == null ? -1 : contexts.number(failed.context());
        if (context < 0) {
            return; // an injected packet has no context: a probe will find out which peer is gone
        }
        if (context < firstReceive) {
            Connection connection = sender.give(context);
            connection.completed(context);
            connection.end(new TransportException("transport libfabric, provider " + own.provider() + ": sending to"
                + " rank " + connection.peer() + ": " + failed.text()));
        } else if (context >= firstTagged) {
            Connection connection = tagged.ended(context).sender();
            connection.incoming().failed();
            connection.end(new TransportException("transport libfabric, provider " + own.provider()
                + ": receiving from rank " + connection.peer() + ": " + failed.text()));
        } else if (context >= firstRead) {
            memory.ended(context, failed.text(), handler);
        } else if (failed.code() != libfabric_h.FI_ECANCELED()) {
            // A message that is too long for a packet does not come from this job. The provider has given the buffer
            // back.
            receives.done(context, libfabric_h.FI_MULTI_RECV());
        }
    }

    private void tellLost(PacketHandler handler) {
        List<Connection> ended = List.copyOf(sender.ended());
        sender.ended().clear();
        for (Connection connection : ended) {
            connection.incoming().lost();
            if (memory != null) {
                memory.lost(connection, handler);
            }
            handler.lost(connection.peer(), connection.end());
        }
    }

    private void look() {
        long now = System.nanoTime();
        if (now - lastLook < LOOK_INTERVAL) {
            return;
        }
        lastLook = now;
        boolean mayProbe = ++looks % LOOKS_BETWEEN_PROBES == 0;
        for (Connection connection : open) {
            connection.look(own.process(), mayProbe);
        }
        stuck = own.provider().equals("shm") && sender.isStuck(now, LONGEST_STUCK);
    }

    // --------------------------------------------------------------------------------------------------- sleeping

    @Override
    public void prepareToSleep() {
        look();
        sleep.prepare();
    }

    @Override
    public void sleep(long nanoseconds) {
        sleep.sleep(nanoseconds);
    }

    @Override
    public void wake() {
        sleep.ring();
    }

    @Override
    public void congested(int peer, boolean congested) {
        Connection connection = connections.get(peer);
        connection.incoming().congested(congested);
        connection.sendState();
    }

    /** The provider cannot tell, because it connects and reads only while it is polled. */
    @Override
    public boolean mayBring(int peer) {
        Connection connection = connections.get(peer);
        return connection == null || connection.end() == null && !connection.incoming().over();
    }

    @Override
    public boolean pending() {
        return sender.pending();
    }

    @Override
    public RemoteMemory remoteMemory() {
        return memory;
    }

    // ---------------------------------------------------------------------------------------------------- closing

    /**
     * When the process ends, packets that the provider still holds are lost, and so are packets that the peer's kernel
     * has not acknowledged.
     */
    @Override
    public Departure departure() {
        return this::leaveAll;
    }

    private boolean leaveAll() {
        boolean over = true;
        for (Connection connection : open) {
            over &= connection.leave();
        }
        return over;
    }

    /**
     * Takes leave of the peers. An endpoint that is closed drops packets that have not left yet. And the last packets
     * of a peer must be taken, because the peer would see an error otherwise.
     */
    private void takeLeave() {
        List<Connection> toGreet = new ArrayList<>(open);
        long deadline = System.nanoTime() + LONGEST_GOODBYE;
        while (System.nanoTime() < deadline) {
            toGreet.removeIf(Connection::goodbye);
            boolean any = progress(DISCARDING);
            if (toGreet.isEmpty() && sender.idle()
                && open.stream().allMatch(each -> each.incoming().departed() || each.end() != null)) {
                return;
            }
            if (!any) {
                Uninterrupted.park(NAP);
            }
        }
    }

    @Override
    public void close() {
        try {
            takeLeave();
        } catch (TransportException e) {
            // No operation is left that needs the peer.
        } finally {
            endpoint.closeEndpoint();
            cache.close();
            if (memory != null) {
                memory.close();
            }
            sends.close();
            receives.close();
            endpoint.close();
            sleep.close();
            query.close();
            arena.close();
        }
    }
}
