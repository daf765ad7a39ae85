package mpj.transport.shm;

import static mpj.transport.ring.Words.INT;
import static mpj.transport.ring.Words.INTS;
import static mpj.transport.ring.Words.LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import mpj.bindings.ThisHost;
import mpj.transport.ring.ChannelLayout;
import mpj.transport.ring.IncomingChannel;
import mpj.transport.ring.OutgoingChannel;
import mpj.transport.spi.Channel;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.SharedMemory;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;

/**
 * Packets through memory that the JVMs of one host map: every rank owns an inbox ({@link InboxLayout}), into which each
 * of its peers writes through a channel of its own. Polling costs one load per peer that has ever sent, and one for
 * newcomers.
 */
final class ShmTransport implements Transport {
    private static final IncomingChannel[] NONE = {};
    private static final long NAP = 50_000;
    /** How often a rank that sleeps looks whether its peers live: no launcher may tell it. */
    private static final long LOOK_INTERVAL = 500_000_000;
    /** Measured: the reply to a request costs up to this size more than it spares. */
    private static final long EAGER_LIMIT = 512 << 10;
    /** Short programs never sleep for longer than this in all, and are spared the cost of linking futex. */
    private static final int NAPS_BEFORE_FUTEX = 400;
    /** Each asks the system, which would slow another transport down in a job where nobody on this host sends. */
    private static final int MOST_POLLS_UNMAPPED = 1 << 16;

    private final int rank;
    private final int size;
    private final long maximumPayload;
    private final MemoryFile file;
    private final UnmappedHeader unmapped;
    private final BooleanSupplier ready = this::ready;
    private final byte[] address;
    private final MappedMemory memory = new MappedMemory();
    private final FutexLinking linking = new FutexLinking();

    /**
     * Of the inbox; null until a sender has come, or somebody sleeps for long: a program's first mapping and the
     * handles to its words take 15 ms, a third of the start of one that sends nothing. Written once, by {@link #map}.
     * Who polls reads it without this object's lock: a null that is out of date only makes it ask the file.
     */
    private MemorySegment header;
    /** Of the header; there when the header is. */
    private FutexDoorbell doorbell;
    /** Of all that is mapped; null until something is. */
    private Arena arena;
    /** The channels from which packets have come, in the order of their first. Replaced, never changed. */
    private volatile IncomingChannel[] incoming = NONE;
    /** Those to which channels lead; guarded by the engine's lock, as the next two are. */
    private final List<Peer> peers = new ArrayList<>();
    /** Ranks that are still to be reported as lost, and why. */
    private final Map<Integer, TransportException> lost = new LinkedHashMap<>();
    /** Whether peers are to be looked after, or reported; set by who sleeps as well. */
    private boolean concerned;
    private long lastLook = System.nanoTime();
    private int pollsUnmapped;
    /** How many naps were taken; not exact when several threads nap at once. */
    private int naps;

    /**
     * @param maximumPayload of one packet
     * @param part ranks of the same part of the host reach each other
     */
    ShmTransport(int rank, int size, long maximumPayload, int part) {
        this.rank = rank;
        this.size = size;
        this.maximumPayload = maximumPayload;
        file = MemoryFile.create();
        file.allocate(0, InboxLayout.headerBytes(size));
        unmapped = UnmappedHeader.write(file, size);
        address = (host() + " " + part + "\n" + file.path()).getBytes(StandardCharsets.UTF_8);
    }

    private static String host() {
        try {
            return ThisHost.processNamespace();
        } catch (IOException e) {
            throw new TransportException("transport shm needs /proc: " + e, e);
        }
    }

    @Override
    public byte[] address() {
        return address.clone();
    }

    @Override
    public boolean reaches(byte[] peer) {
        return hostOf(peer).equals(hostOf(address));
    }

    private static String hostOf(byte[] address) {
        return new String(address, StandardCharsets.UTF_8).lines().findFirst().orElse("");
    }

    private static Path pathOf(byte[] address) {
        return Path.of(new String(address, StandardCharsets.UTF_8).lines().skip(1).findFirst().orElse(""));
    }

    @Override
    public Channel connect(int peer, byte[] peerAddress) {
        Path path = pathOf(peerAddress);
        try (MemoryFile inbox = MemoryFile.open(path)) {
            MemorySegment theirs = inbox.map(0, InboxLayout.headerBytes(size), arena());
            check(peer, theirs);
            inbox.allocate(InboxLayout.channelAt(size, rank), ChannelLayout.CHANNEL_BYTES);
            MemorySegment channel = inbox.map(InboxLayout.channelAt(size, rank), ChannelLayout.CHANNEL_BYTES, arena());
            announce(theirs);
            peers.add(new Peer(peer, theirs, path));
            return new OutgoingChannel(channel, new FutexDoorbell(theirs, linking), maximumPayload, EAGER_LIMIT);
        } catch (TransportException e) {
            if (Files.notExists(path)) {
                lose(peer, "there is no " + path + ", its inbox: its process has ended");
                return new EndedChannel();
            }
            throw e;
        }
    }

    private void lose(int peer, String how) {
        lost.put(peer, new TransportException("transport shm: rank " + peer + ": " + how));
        concerned = true;
    }

    private void check(int peer, MemorySegment theirs) {
        if ((int) INTS.getAcquire(theirs, InboxLayout.MAGIC_AT) != InboxLayout.MAGIC
            || theirs.get(INT, InboxLayout.VERSION_AT) != InboxLayout.VERSION
            || theirs.get(INT, InboxLayout.CHANNELS_AT) != size
            || theirs.get(LONG, InboxLayout.CHANNEL_BYTES_AT) != ChannelLayout.CHANNEL_BYTES) {
            throw new TransportException("transport shm: the inbox of rank " + peer + " has another layout than rank "
                + rank + " expects; start every rank with the same version of the library");
        }
    }

    /** Adds this rank to the senders that the owner polls. */
    private void announce(MemorySegment theirs) {
        int place = (int) INTS.getAndAdd(theirs, InboxLayout.SENDERS_AT, 1);
        INTS.setRelease(theirs, InboxLayout.SENDER_RANKS_AT + 4L * place, rank + 1);
    }

    @Override
    public boolean progress(PacketHandler handler) {
        boolean any = take(handler);
        if (concerned && !any) {
            any = tellLost(handler); // after their last packets
        }
        return any;
    }

    /** Looks after the peers, and reports those that are lost; true if there were any. */
    private boolean tellLost(PacketHandler handler) {
        concerned = false;
        for (Iterator<Peer> each = peers.iterator(); each.hasNext();) {
            Peer peer = each.next();
            if (peer.isLost()) {
                each.remove();
                lose(peer.rank(), "process " + peer.process() + " of this host has ended");
            }
        }
        Map<Integer, TransportException> told = Map.copyOf(lost);
        lost.clear();
        concerned = false;
        told.forEach(handler::lost);
        return !told.isEmpty();
    }

    /** Hands over what has come; true if anything has. */
    private boolean take(PacketHandler handler) {
        MemorySegment own = header;
        if (own == null) {
            if (!unmapped.hasSenders() && ++pollsUnmapped < MOST_POLLS_UNMAPPED) {
                return false;
            }
            map();
            own = header;
        }
        IncomingChannel[] channels = incoming;
        boolean any = false;
        for (IncomingChannel channel : channels) {
            any |= channel.poll(handler);
        }
        if ((int) INTS.getAcquire(own, InboxLayout.SENDERS_AT) != channels.length) {
            any |= admit();
        }
        return any;
    }

    /** Also by threads that sleep, or that wake others, which do not hold the engine's lock. */
    private synchronized FutexDoorbell map() {
        if (header == null) {
            MemorySegment mapped = file.map(0, InboxLayout.headerBytes(size), arena());
            doorbell = new FutexDoorbell(mapped, linking);
            header = mapped;
        }
        return doorbell;
    }

    private synchronized MemorySegment mapped() {
        return header;
    }

    private synchronized Arena arena() {
        if (arena == null) {
            arena = Arena.ofShared();
        }
        return arena;
    }

    /** Opens the channels of senders that came since. */
    private boolean admit() {
        IncomingChannel[] channels = incoming;
        int senders = (int) INTS.getAcquire(header, InboxLayout.SENDERS_AT);
        int known = channels.length;
        while (known < senders) {
            int sender = (int) INTS.getAcquire(header, InboxLayout.SENDER_RANKS_AT + 4L * known) - 1;
            if (sender < 0) {
                break; // counted, but not named yet: at the next poll
            }
            channels = Arrays.copyOf(channels, known + 1);
            channels[known++] = new IncomingChannel(
                file.map(InboxLayout.channelAt(size, sender), ChannelLayout.CHANNEL_BYTES, arena()), sender);
        }
        boolean any = channels != incoming;
        incoming = channels;
        return any;
    }

    @Override
    public void prepareToSleep() {
        if (mayUseFutex()) {
            map().set();
        }
    }

    /** A virtual thread must not hold its carrier in the kernel: others may have to run to end its wait. */
    private boolean mayUseFutex() {
        return naps >= NAPS_BEFORE_FUTEX && !Thread.currentThread().isVirtual() && linking.isDone();
    }

    @Override
    public void sleep(long nanoseconds) {
        long now = System.nanoTime();
        if (now - lastLook > LOOK_INTERVAL) {
            lastLook = now;
            concerned = true;
        }
        if (!mayUseFutex()) {
            if (!ready()) {
                LockSupport.parkNanos(Math.min(nanoseconds, NAP));
            }
            naps++;
            return;
        }
        map().await(nanoseconds, ready);
    }

    private boolean ready() {
        MemorySegment own = mapped();
        if (own == null) {
            return unmapped.hasSenders();
        }
        for (IncomingChannel channel : incoming) {
            if (channel.ready()) {
                return true;
            }
        }
        return (int) INTS.getAcquire(own, InboxLayout.SENDERS_AT) != incoming.length;
    }

    @Override
    public void wake() {
        map().ring();
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
    public SharedMemory sharedMemory() {
        return memory;
    }

    @Override
    public void close() {
        linking.close();
        unmapped.close();
        file.close();
        memory.close();
        if (arena != null) {
            arena.close();
        }
    }
}
