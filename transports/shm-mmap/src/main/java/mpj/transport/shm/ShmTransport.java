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
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import mpj.bindings.ThisHost;
import mpj.transport.ring.Blocks;
import mpj.transport.ring.ChannelLayout;
import mpj.transport.ring.IncomingChannel;
import mpj.transport.ring.OutgoingChannel;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Introductions;
import mpj.transport.spi.Job;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Peer;
import mpj.transport.spi.RemoteMemory;
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
    /** Up to this size a request and its reply cost more than they spare (PingPong of bin/bench imb). */
    private static final long EAGER_LIMIT = 512 << 10;
    /** By so many bytes at most a rank extends its channels: those of eight peers as far as they go. */
    private static final long MOST_EXTENDED = 8 * (ChannelLayout.CHANNEL_BYTES - ChannelLayout.FIRST_BYTES);
    /** Short programs never sleep for longer than this in all, and are spared the cost of linking futex. */
    private static final int NAPS_BEFORE_FUTEX = 2000;
    /**
     * Each poll is a system call until the inbox is mapped. Were nobody on this host to send, it would slow the
     * network.
     */
    private static final int MOST_POLLS_UNMAPPED = 1 << 16;

    private final int rank;
    private final Introductions known;
    private final long maximumPayload;
    private final MemoryFile file;
    private final InboxFile unmapped;
    private final BooleanSupplier ready = this::ready;
    private final byte[] address;
    private final MappedMemory memory = new MappedMemory();
    private final PeerMemory peerMemory = new PeerMemory();
    private final FutexLinking linking = new FutexLinking();

    /**
     * Of the inbox; null until a sender has come, or somebody sleeps for long: a program's first mapping and the
     * handles to its words take 15 ms, a third of the start of one that sends nothing. Written once, by {@link #map}.
     * Who polls reads it without this object's lock: a null that is out of date only makes it ask the file.
     */
    private MemorySegment header;
    /** The doorbell in the header; null as long as the header is. */
    private FutexDoorbell doorbell;
    /** Of all that is mapped; null until something is. */
    private Arena arena;
    /** The channels from which packets have come, in the order of their first. Replaced, never changed. */
    private volatile IncomingChannel[] incoming = NONE;
    /** How many senders that have come were looked at, so that only a new one is looked for. */
    private volatile int sendersSeen;
    /** How many slots were looked at; guarded by the engine's lock, as the next six are. */
    private int slotsSeen;
    /** Those of them of which it is not known yet who has taken them. */
    private final List<Integer> unnamed = new ArrayList<>();
    /** Those of senders that nobody has introduced yet. They are not mapped. */
    private final Map<Peer, Integer> strangers = new HashMap<>();
    /** Of each peer to which a channel leads, or from which one comes. */
    private final Map<Integer, Blocks> blocks = new HashMap<>();
    /** Bytes by which this rank has extended channels. */
    private long extended;
    /** Those to which channels lead. */
    private final List<PeerProcess> peers = new ArrayList<>();
    /** Peers that are still to be reported as lost, and why. */
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
    ShmTransport(Job job, long maximumPayload, int part) {
        this.rank = job.rank();
        this.known = new Introductions(job);
        this.maximumPayload = maximumPayload;
        file = MemoryFile.create();
        file.allocate(0, InboxLayout.HEADER_BYTES);
        unmapped = InboxFile.write(file);
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

    /** The secret is not needed: the system lets no other user open an inbox. */
    @Override
    public boolean introduce(int index, Peer peer, byte[] secret) {
        known.add(index, peer);
        Integer slot = strangers.remove(peer);
        if (slot != null) {
            open(slot, index);
        }
        return true;
    }

    @Override
    public Channel connect(int peer, byte[] peerAddress) {
        Path path = pathOf(peerAddress);
        try (MemoryFile inbox = MemoryFile.open(path)) {
            MemorySegment theirs = inbox.map(0, InboxLayout.HEADER_BYTES, arena());
            check(peer, theirs);
            int slot = (int) INTS.getAndAdd(theirs, InboxLayout.SLOTS_TAKEN_AT, 1);
            if (slot < 0) {
                throw new TransportException("transport shm: the inbox of " + known.name(peer) + " is damaged: " + slot
                    + " slots are taken");
            }
            long at = InboxLayout.channelAt(slot);
            // Written before it is mapped: a mapping that lies outside of the file would make the file as long as it
            // ends, and so shorter if another sender has meanwhile made it longer.
            inbox.allocate(at, ChannelLayout.FIRST_BYTES);
            inbox.lengthen(at + ChannelLayout.CHANNEL_BYTES);
            MemorySegment channel = inbox.map(at, ChannelLayout.CHANNEL_BYTES, arena());
            announce(known.self(peer), channel, theirs);
            peers.add(new PeerProcess(peer, theirs, path));
            return new OutgoingChannel(channel, blocks(peer), (offset, bytes) -> extend(path, at + offset, bytes),
                new FutexDoorbell(theirs, linking), maximumPayload, EAGER_LIMIT);
        } catch (TransportException e) {
            if (Files.notExists(path)) {
                lose(peer, "there is no " + path + ", its inbox: its process has ended");
                return new EndedChannel();
            }
            throw e;
        }
    }

    /** Sets memory aside for more of a channel, while there is plenty: what other pairs need at first goes before. */
    private boolean extend(Path path, long at, long bytes) {
        if (extended + bytes > MOST_EXTENDED || !MemoryFile.isPlenty(MOST_EXTENDED)) {
            return false;
        }
        try (MemoryFile inbox = MemoryFile.open(path)) {
            inbox.allocate(at, bytes);
            extended += bytes;
            return true;
        } catch (TransportException e) {
            return false; // the peer has ended, or memory has: the channel stays as it is
        }
    }

    private Blocks blocks(int peer) {
        return blocks.computeIfAbsent(peer, _ -> new Blocks());
    }

    private void lose(int peer, String how) {
        lost.put(peer, new TransportException("transport shm: " + known.name(peer) + ": " + how));
        concerned = true;
    }

    private void check(int peer, MemorySegment theirs) {
        if ((int) INTS.getAcquire(theirs, InboxLayout.MAGIC_AT) != InboxLayout.MAGIC
            || theirs.get(INT, InboxLayout.VERSION_AT) != InboxLayout.VERSION
            || theirs.get(LONG, InboxLayout.CHANNEL_BYTES_AT) != ChannelLayout.CHANNEL_BYTES) {
            throw new TransportException("transport shm: the inbox of " + known.name(peer)
                + " has another layout than rank " + rank + " expects; start every rank with the same"
                + " version of the library");
        }
    }

    /** Adds this process to the senders that the owner polls. */
    private static void announce(Peer self, MemorySegment channel, MemorySegment theirs) {
        channel.set(LONG, InboxLayout.SENDER_JOB_AT, self.job());
        // Release: who sees the rank sees the job.
        INTS.setRelease(channel, InboxLayout.SENDER_RANK_AT, self.rank() + 1);
        INTS.getAndAdd(theirs, InboxLayout.SENDERS_AT, 1);
    }

    @Override
    public boolean progress(PacketHandler handler) {
        boolean any = take(handler);
        if (concerned && !any) {
            any = tellLost(handler); // after their last packets
        }
        return any || peerMemory.help();
    }

    /** Looks after the peers, and reports those that are lost; true if there were any. */
    private boolean tellLost(PacketHandler handler) {
        concerned = false;
        peerMemory.tidy();
        for (Iterator<PeerProcess> each = peers.iterator(); each.hasNext();) {
            PeerProcess process = each.next();
            if (process.isLost()) {
                each.remove();
                peerMemory.forget(Integer.parseInt(process.process()));
                lose(process.peer(), "process " + process.process() + " of this host has ended");
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
            any |= poll(channel, handler);
        }
        if ((int) INTS.getAcquire(own, InboxLayout.SENDERS_AT) != sendersSeen) {
            any |= admit();
        }
        if (peerMemory.hasEnded()) {
            any |= peerMemory.tell(handler);
        }
        return any;
    }

    private boolean poll(IncomingChannel channel, PacketHandler handler) {
        try {
            return channel.poll(handler);
        } catch (TransportException e) {
            // Nothing behind what is damaged can be believed.
            incoming = Arrays.stream(incoming).filter(each -> each != channel).toArray(IncomingChannel[]::new);
            lose(channel.sender(), e.getMessage());
            return true;
        }
    }

    /** Also by threads that sleep, or that wake others, which do not hold the engine's lock. */
    private synchronized FutexDoorbell map() {
        if (header == null) {
            MemorySegment mapped = file.map(0, InboxLayout.HEADER_BYTES, arena());
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

    /** Opens the channels of senders that came since; true if there were any. */
    private boolean admit() {
        // A sender makes the file so long before it counts itself, so whatever is said beyond that is not believed.
        long slots = Math.min((int) INTS.getAcquire(header, InboxLayout.SLOTS_TAKEN_AT),
            InboxLayout.slots(file.bytes()));
        while (slotsSeen < slots) {
            unnamed.add(slotsSeen++);
        }
        int before = incoming.length;
        for (Iterator<Integer> each = unnamed.iterator(); each.hasNext();) {
            int slot = each.next();
            Peer sender = unmapped.sender(slot);
            if (sender == null) {
                continue; // taken, but not named yet: at a later poll
            }
            each.remove();
            int index = known.index(sender);
            if (index == Introductions.STRANGER) {
                strangers.put(sender, slot);
            } else if (isOpen(index)) {
                System.getLogger("mpj.transport.shm").log(System.Logger.Level.WARNING, "a second channel from "
                    + known.name(index) + " is not opened");
            } else {
                open(slot, index);
            }
            // Also one that has yet to count itself: until then there is one more than have come.
            sendersSeen++;
        }
        return incoming.length > before;
    }

    private boolean isOpen(int sender) {
        for (IncomingChannel channel : incoming) {
            if (channel.sender() == sender) {
                return true;
            }
        }
        return false;
    }

    private void open(int slot, int sender) {
        IncomingChannel[] channels = Arrays.copyOf(incoming, incoming.length + 1);
        channels[incoming.length] = new IncomingChannel(
            file.map(InboxLayout.channelAt(slot), ChannelLayout.CHANNEL_BYTES, arena()), blocks(sender), sender);
        incoming = channels;
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
        return (int) INTS.getAcquire(own, InboxLayout.SENDERS_AT) != sendersSeen || peerMemory.hasEnded();
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
    public RemoteMemory remoteMemory() {
        return peerMemory;
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
        peerMemory.close();
        if (arena != null) {
            arena.close();
        }
    }
}
