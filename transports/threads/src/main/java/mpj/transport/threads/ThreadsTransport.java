package mpj.transport.threads;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import mpj.transport.ring.Blocks;
import mpj.transport.ring.IncomingChannel;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Doorbell;
import mpj.transport.spi.Introductions;
import mpj.transport.spi.Job;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Peer;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.SharedMemory;
import mpj.transport.spi.SharedObjects;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;

/**
 * Moves packets between ranks of one JVM. Each pair of ranks that communicate has one channel in each direction, with
 * one writer and one reader. So no two ranks ever wait for each other's lock. Long messages do not go in packets: they
 * are copied from the sender's buffer ({@link PeerMemory}).
 */
final class ThreadsTransport implements Transport {
    private static final IncomingChannel[] NONE = {};
    /** Distinguishes the ranks of this JVM from those of any other. */
    private static final String PROCESS = UUID.randomUUID().toString();
    /** Longer messages are announced, or cut into packets of this size. */
    static final long MAXIMUM_PAYLOAD = 16 << 10;
    /** Above this size one copy by the receiver is faster than two copies that overlap. */
    private static final long EAGER_LIMIT = 32 << 10;

    /** While packets come through known channels, everything else is checked only once in this many polls. */
    private static final int POLLS_OF_CHANNELS_ONLY = 1 << 4;

    private final Inbox inbox = Inboxes.open();
    private final PeerMemory memory = new PeerMemory(inbox);
    private final BooleanSupplier ready = this::ready;
    private final byte[] address = (PROCESS + " " + inbox.number()).getBytes(StandardCharsets.US_ASCII);
    private final Introductions known;
    private final PeerObjects objects;
    private final ProcessMemory shared = new ProcessMemory(inbox);
    /** In the order in which the senders came. The array is replaced, never changed. */
    private volatile IncomingChannel[] incoming = NONE;
    /** The lines of senders that have not been introduced yet. Nothing is read from them. */
    private final List<Inbox.Line> notIntroduced = new ArrayList<>();
    /** The blocks of each peer to which a channel leads, or from which one comes. */
    private final Map<Integer, Blocks> blocks = new HashMap<>();
    /** The number of lines that were looked at. */
    private volatile int seen;
    /** The number of polls that found packets. */
    private int busy;

    /** @param sharing whether objects may be handed over by reference */
    ThreadsTransport(Job job, boolean sharing) {
        known = new Introductions(job);
        objects = sharing ? new PeerObjects(inbox) : null;
    }

    @Override
    public byte[] address() {
        return address.clone();
    }

    @Override
    public boolean reaches(byte[] peer) {
        return inboxNumber(peer) != Inboxes.NO_NUMBER;
    }

    /** The number of the inbox at an address, or {@link Inboxes#NO_NUMBER} if this is no address of this JVM. */
    private static long inboxNumber(byte[] address) {
        String text = new String(address, StandardCharsets.US_ASCII);
        try {
            return text.startsWith(PROCESS + " ") ? Long.parseLong(text.substring(PROCESS.length() + 1))
                : Inboxes.NO_NUMBER;
        } catch (NumberFormatException e) {
            return Inboxes.NO_NUMBER;
        }
    }

    /** The secret is not needed, because all code in this JVM can see all of its memory. */
    @Override
    public boolean introduce(int index, Peer peer, byte[] secret) {
        known.add(index, peer);
        notIntroduced.removeIf(line -> {
            boolean isPeer = line.sender().equals(peer);
            if (isPeer) {
                open(line, index);
            }
            return isPeer;
        });
        return true;
    }

    @Override
    public Channel connect(int peer, byte[] peerAddress) {
        Inbox theirs = Inboxes.find(inboxNumber(peerAddress));
        if (theirs == null) {
            throw new TransportException("transport threads: " + known.name(peer)
                + " has called MPI.Finalize, or has ended");
        }
        return theirs.connect(known.self(peer), blocks(peer), MAXIMUM_PAYLOAD, EAGER_LIMIT);
    }

    @Override
    public boolean progress(PacketHandler handler) {
        IncomingChannel[] channels = incoming;
        boolean any = false;
        for (IncomingChannel channel : channels) {
            any |= poll(channel, handler);
        }
        if (any && ++busy % POLLS_OF_CHANNELS_ONLY != 0) {
            return true;
        }
        if (inbox.lines().length != seen) {
            any |= admit(handler);
        }
        if (memory.hasEnded()) {
            any |= memory.tell(handler);
        }
        return any || inbox.help();
    }

    /** Makes the ends of channels from new senders, and polls these channels. */
    private boolean admit(PacketHandler handler) {
        Inbox.Line[] lines = inbox.lines();
        int first = incoming.length;
        for (int i = seen; i < lines.length; i++) {
            int sender = known.index(lines[i].sender());
            if (sender == Introductions.NOT_INTRODUCED) {
                notIntroduced.add(lines[i]);
            } else {
                open(lines[i], sender);
            }
        }
        seen = lines.length;
        IncomingChannel[] channels = incoming;
        boolean any = false;
        for (int i = first; i < channels.length; i++) {
            any |= poll(channels[i], handler);
        }
        return any;
    }

    private boolean poll(IncomingChannel channel, PacketHandler handler) {
        try {
            return channel.poll(handler);
        } catch (TransportException e) {
            // Whatever follows damaged data cannot be trusted.
            incoming = Arrays.stream(incoming).filter(each -> each != channel).toArray(IncomingChannel[]::new);
            handler.lost(channel.sender(), e);
            return true;
        }
    }

    /**
     * Makes this end of a line. The sender does not make it, because objects that one thread makes lie together: this
     * rank would then read from the lines of memory to which the sender writes for each message.
     */
    private void open(Inbox.Line line, int sender) {
        MemorySegment memory = line.memory();
        IncomingChannel[] channels = Arrays.copyOf(incoming, incoming.length + 1);
        channels[incoming.length] = new IncomingChannel(memory.asSlice(0, memory.byteSize()), blocks(sender), sender);
        incoming = channels;
    }

    private Blocks blocks(int peer) {
        return blocks.computeIfAbsent(peer, _ -> new Blocks());
    }

    /** Whether there is something to do. Threads that do not hold the engine's lock ask this, too. */
    private boolean ready() {
        for (IncomingChannel channel : incoming) {
            if (channel.ready()) {
                return true;
            }
        }
        return inbox.lines().length != seen || memory.hasEnded();
    }

    @Override
    public void prepareToSleep() {
        inbox.doorbell().set();
    }

    @Override
    public void sleep(long nanoseconds) {
        inbox.doorbell().await(nanoseconds, ready);
    }

    @Override
    public void wake() {
        inbox.doorbell().ring();
    }

    @Override
    public void congested(int peer, boolean congested) {
        for (IncomingChannel channel : incoming) {
            if (channel.sender() == peer) {
                channel.congested(congested);
            }
        }
    }

    @Override
    public RemoteMemory remoteMemory() {
        return memory;
    }

    @Override
    public SharedMemory sharedMemory() {
        return shared;
    }

    @Override
    public Doorbell doorbell(int peer, byte[] peerAddress) {
        Inbox theirs = Inboxes.find(inboxNumber(peerAddress));
        return theirs == null ? () -> { } : theirs.doorbell();
    }

    @Override
    public SharedObjects sharedObjects() {
        return objects;
    }

    @Override
    public void close() {
        Inboxes.close(inbox);
        shared.close();
    }
}
