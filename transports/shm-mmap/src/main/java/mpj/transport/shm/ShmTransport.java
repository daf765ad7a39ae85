package mpj.transport.shm;

import static mpj.transport.ring.Words.INT;
import static mpj.transport.ring.Words.INTS;
import static mpj.transport.ring.Words.LONG;
import static mpj.transport.ring.Words.LONGS;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
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
import mpj.transport.spi.Doorbell;
import mpj.transport.spi.Introductions;
import mpj.transport.spi.Job;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Peer;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.SharedMemory;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;

/**
 * Moves packets through memory that the JVMs of one host map. Every rank owns an inbox ({@link InboxLayout}), and each
 * of its peers writes there through a channel of its own. A poll costs one load for each peer that has ever sent, and
 * one load to see whether a new peer has come.
 */
final class ShmTransport implements Transport {
    private static final IncomingChannel[] NONE = {};
    private static final long NAP = 50_000;
    /**
     * How often a sleeping rank checks that its peers are alive, in nanoseconds. It checks because there may be no
     * launcher that tells it.
     */
    private static final long LOOK_INTERVAL = 500_000_000;
    /** Up to this size a request and its reply cost more than they save (PingPong of bin/bench imb). */
    private static final long EAGER_LIMIT = 512 << 10;
    /**
     * The most bytes by which one rank extends its channels: enough to extend those to eight peers as far as they go.
     */
    private static final long MOST_EXTENDED = 8 * (ChannelLayout.CHANNEL_BYTES - ChannelLayout.FIRST_BYTES);
    /** A short program takes fewer naps than this, and so never pays for linking futex. */
    private static final int NAPS_BEFORE_FUTEX = 2000;
    /**
     * After this many polls that found no sender, the inbox is mapped. Until then each poll is a system call. If no
     * rank of this host ever sends, those system calls would slow down the network, which is polled in the same loop.
     */
    private static final int MOST_POLLS_UNMAPPED = 1 << 16;
    /** For how long mappings may fail, in nanoseconds, before the senders that wait for them are lost. */
    private static final long LONGEST_MAPPING_TROUBLE = 60_000_000_000L;

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
     * The inbox's header. It is null until a sender has come, or a thread has slept for long: the first mapping of a
     * program and the handles to its words take 15 ms, a third of the start of a program that sends nothing. {@link
     * #mapHeader} writes this field once, with the engine's lock and this object's lock held. Either lock is enough to
     * read it.
     */
    private MemorySegment header;
    /** The doorbell in the header. It is null as long as the header is. */
    private FutexDoorbell doorbell;
    /** The arena of the mappings that live as long as this transport. It is null until something is mapped. */
    private Arena arena;
    /** The channels from peers, in the order in which they were opened. The array is replaced, never changed. */
    private volatile IncomingChannel[] incoming = NONE;
    /**
     * The number of senders with which a poll has dealt. A poll looks for new senders only when the inbox counts
     * another number.
     */
    private volatile int sendersSeen;
    /** The number of slots that were looked at. This field and the next eight are guarded by the engine's lock. */
    private int slotsSeen;
    /** The slots that are taken, but whose sender is not known yet, most often because it has not written its name. */
    private final List<Integer> unnamed = new ArrayList<>();
    /** The slots of senders that have not been introduced yet. Their channels are not mapped. */
    private final Map<Peer, Integer> notIntroduced = new HashMap<>();
    /** The slots of peers of other jobs whose channels are open. */
    private final Map<Integer, Integer> foreign = new HashMap<>();
    /** The blocks of each peer to which a channel leads, or from which one comes. */
    private final Map<Integer, Blocks> blocks = new HashMap<>();
    /** The headers of the inboxes of peers to which no channel leads yet. */
    private final Map<Integer, MemorySegment> begun = new HashMap<>();
    /** The slots that this rank has taken in the inboxes of such peers. */
    private final Map<Integer, Integer> slotsTaken = new HashMap<>();
    /** The bytes by which this rank has extended channels. */
    private long extended;
    /** The processes to which channels lead, and those of other jobs from which one comes. */
    private final List<PeerProcess> peers = new ArrayList<>();
    /** Peers that are still to be reported as lost, and the reasons. */
    private final Map<Integer, TransportException> lost = new LinkedHashMap<>();
    /** Whether the peers must be checked, or losses reported. Threads that sleep set this as well. */
    private boolean concerned;
    private long lastLook = System.nanoTime();
    private int pollsUnmapped;
    /** Why the inbox or a channel of it could not be mapped. */
    private final MappingTrouble trouble;
    /** The number of naps. It is not exact when several threads nap at once. */
    private int naps;

    /**
     * @param maximumPayload the largest payload of one packet, in bytes
     * @param part the part of the host to which this rank belongs; only ranks of the same part reach each other
     */
    ShmTransport(Job job, long maximumPayload, int part) {
        this(job, maximumPayload, part, LONGEST_MAPPING_TROUBLE);
    }

    /**
     * @param longestTrouble for how long mappings may fail, in nanoseconds, before the senders that wait are lost
     */
    ShmTransport(Job job, long maximumPayload, int part, long longestTrouble) {
        trouble = new MappingTrouble(job.rank(), longestTrouble);
        this.rank = job.rank();
        this.known = new Introductions(job);
        this.maximumPayload = maximumPayload;
        file = MemoryFile.create();
        file.allocate(0, InboxLayout.HEADER_BYTES);
        unmapped = InboxFile.write(file);
        address = (host() + " " + part + "\n" + file.path() + "\n" + file.target()).getBytes(StandardCharsets.UTF_8);
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
        return line(address, 0);
    }

    private static String line(byte[] address, int number) {
        return new String(address, StandardCharsets.UTF_8).lines().skip(number).findFirst().orElse("");
    }

    /**
     * The secret is not needed, because the system lets no other user open an inbox. If the peer has come already, the
     * next poll opens its channel. If the channel cannot be mapped, a later poll tries again.
     */
    @Override
    public boolean introduce(int index, Peer peer, byte[] secret) {
        known.add(index, peer);
        Integer slot = notIntroduced.remove(peer);
        if (slot != null) {
            unnamed.add(slot);
            sendersSeen--;
        }
        return true;
    }

    /**
     * The engine may try to connect again and again while there is no memory for the channel. So what a failed try has
     * mapped and taken is kept, and the next one uses it.
     */
    @Override
    public Channel connect(int peer, byte[] peerAddress) {
        Path path = Path.of(line(peerAddress, 1));
        Path target = Path.of(line(peerAddress, 2));
        try (MemoryFile inbox = MemoryFile.open(path, target)) {
            MemorySegment theirs = theirs(peer, inbox);
            long at = InboxLayout.channelAt(slotAt(peer, theirs));
            // This part of the file is written before it is mapped. If a mapping ended beyond the end of the file, Java
            // would set the file's length to that end. That could make the file shorter, when another sender has made
            // it longer meanwhile.
            inbox.allocate(at, ChannelLayout.FIRST_BYTES);
            inbox.lengthen(at + ChannelLayout.CHANNEL_BYTES);
            MemorySegment channel = inbox.map(at, ChannelLayout.CHANNEL_BYTES, arenaOf(peer));
            announce(known.self(peer), file.process(), channel, theirs);
            begun.remove(peer);
            slotsTaken.remove(peer);
            peers.removeIf(each -> each.peer() == peer); // it has only sent so far
            peers.add(new PeerProcess(peer, known.isOfOwnJob(peer), theirs, path, target));
            return new OutgoingChannel(channel, blocks(peer),
                (offset, bytes) -> extend(path, target, at + offset, bytes),
                new FutexDoorbell(theirs, linking), maximumPayload, EAGER_LIMIT);
        } catch (TransportException e) {
            if (MemoryFile.isClosed(path, target)) {
                begun.remove(peer);
                slotsTaken.remove(peer);
                int process = MemoryFile.processOf(path);
                lose(peer, "its inbox, " + path + ", is closed: " + (PeerProcess.hasEnded(process)
                    ? PeerProcess.ended(process) : PeerProcess.LEFT));
                return new EndedChannel();
            }
            throw e;
        }
    }

    /** The header of a peer's inbox. A channel, a doorbell or an earlier try to connect may have mapped it. */
    private MemorySegment theirs(int peer, MemoryFile inbox) {
        MemorySegment theirs = begun.get(peer);
        for (PeerProcess process : peers) {
            theirs = process.peer() == peer && process.header() != null ? process.header() : theirs;
        }
        if (theirs == null) {
            theirs = inbox.map(0, InboxLayout.HEADER_BYTES, arenaOf(peer));
            begun.put(peer, theirs);
        }
        check(peer, theirs);
        return theirs;
    }

    /** This rank's slot in a peer's inbox. An earlier try to connect may have taken it. */
    private int slotAt(int peer, MemorySegment theirs) {
        Integer taken = slotsTaken.get(peer);
        if (taken != null) {
            return taken;
        }
        int slot = takeSlot(theirs);
        if (slot < 0) {
            throw new TransportException("transport shm: the inbox of " + known.name(peer) + " is damaged: " + slot
                + " slots are taken");
        }
        slotsTaken.put(peer, slot);
        return slot;
    }

    /** Takes a slot of a peer's inbox: one that is free again, else a new one. */
    private static int takeSlot(MemorySegment theirs) {
        for (int word = 0; word < InboxLayout.FREE_WORDS; word++) {
            long at = InboxLayout.freeAt(word);
            // Acquire: the owner has removed the name of the sender that used the slot before.
            for (long free = (long) LONGS.getAcquire(theirs, at); free != 0;
                 free = (long) LONGS.getAcquire(theirs, at)) {
                if (LONGS.compareAndSet(theirs, at, free, free & (free - 1))) {
                    return word * Long.SIZE + Long.numberOfTrailingZeros(free);
                }
            }
        }
        return (int) INTS.getAndAdd(theirs, InboxLayout.SLOTS_TAKEN_AT, 1);
    }

    /**
     * Reserves memory for more of a channel, as long as there is plenty. The memory that other pairs of ranks need at
     * first has precedence.
     */
    private boolean extend(Path path, Path target, long at, long bytes) {
        if (extended + bytes > MOST_EXTENDED || !MemoryFile.hasPlenty(MOST_EXTENDED)) {
            return false;
        }
        try (MemoryFile inbox = MemoryFile.open(path, target)) {
            inbox.allocate(at, bytes);
            extended += bytes;
            return true;
        } catch (TransportException e) {
            return false; // the peer has ended, or there is no more memory: the channel stays as it is
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

    /** Adds this process to the senders that the inbox's owner polls. */
    private static void announce(Peer self, int process, MemorySegment channel, MemorySegment theirs) {
        channel.set(LONG, InboxLayout.SENDER_JOB_AT, self.job());
        channel.set(INT, InboxLayout.SENDER_PROCESS_AT, process);
        // Release: a process that sees the rank also sees the job and the process.
        INTS.setRelease(channel, InboxLayout.SENDER_RANK_AT, self.rank() + 1);
        INTS.getAndAdd(theirs, InboxLayout.SENDERS_AT, 1);
    }

    @Override
    public boolean progress(PacketHandler handler) {
        boolean any = take(handler);
        if (concerned && !any) {
            any = tellLost(handler); // losses are reported after the last packets of the lost peers
        }
        return any || peerMemory.help();
    }

    /** Checks the peers and reports those that are lost. Returns true if any was. */
    private boolean tellLost(PacketHandler handler) {
        concerned = false;
        peerMemory.tidy();
        for (Iterator<PeerProcess> each = peers.iterator(); each.hasNext();) {
            PeerProcess process = each.next();
            if (process.isLost()) {
                each.remove();
                peerMemory.forget(Integer.parseInt(process.process()));
                lose(process.peer(), process.end());
                release(process.peer());
            }
        }
        Map<Integer, TransportException> told = Map.copyOf(lost);
        lost.clear();
        concerned = false;
        told.forEach(handler::lost);
        return !told.isEmpty();
    }

    /**
     * Releases the channels from and to a process that has ended, if it is of another job. A rank may meet any number
     * of jobs, but has only one of its own. All packets of the process have been taken.
     */
    private void release(int peer) {
        if (known.isOfOwnJob(peer)) {
            return;
        }
        begun.remove(peer);
        slotsTaken.remove(peer);
        blocks.remove(peer);
        drop(peer);
        Integer slot = foreign.remove(peer);
        if (slot != null && InboxLayout.canBeFreed(slot)) {
            unmapped.forgetSender(slot);
            unnamed.add(slot);
            // Release: the sender that takes the slot finds no name there.
            LONGS.getAndBitwiseOrRelease(header, InboxLayout.freeAt(InboxLayout.freeWord(slot)),
                InboxLayout.freeBit(slot));
        }
    }

    private void drop(int sender) {
        incoming = Arrays.stream(incoming).filter(each -> each.sender() != sender).toArray(IncomingChannel[]::new);
    }

    /** Hands over the packets that have come. Returns true if there were any. */
    private boolean take(PacketHandler handler) {
        MemorySegment own = header;
        if (own == null) {
            boolean sent = unmapped.hasSenders();
            if (!sent && ++pollsUnmapped < MOST_POLLS_UNMAPPED) {
                return false;
            }
            if (!mapHeader()) {
                if (sent) {
                    throwIfTroubleLastsLong();
                }
                return false;
            }
            own = header;
        }
        IncomingChannel[] channels = incoming;
        boolean any = false;
        for (IncomingChannel channel : channels) {
            any |= poll(channel, handler);
        }
        if (trouble.lasts() ? trouble.allowsTry(System.nanoTime())
            : (int) INTS.getAcquire(own, InboxLayout.SENDERS_AT) != sendersSeen) {
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
            // Whatever follows damaged data cannot be trusted.
            drop(channel.sender());
            foreign.remove(channel.sender()); // its process may be alive, so nobody else may use its slot
            lose(channel.sender(), e.getMessage());
            return true;
        }
    }

    /** Tells why no sender is heard. The senders are not known before the inbox is mapped, so none can be lost. */
    private void throwIfTroubleLastsLong() {
        if (trouble.lastsLong()) {
            String reason = trouble.reason();
            trouble.startAgain();
            throw new TransportException("transport shm: peers have sent, but " + reason);
        }
    }

    /** Maps the header, unless it is mapped already. Returns false if that is not possible now. */
    private boolean mapHeader() {
        if (header != null) {
            return true;
        }
        long now = System.nanoTime();
        if (!trouble.allowsTry(now)) {
            return false;
        }
        try {
            MemorySegment mapped = file.map(0, InboxLayout.HEADER_BYTES, arena());
            synchronized (this) {
                doorbell = new FutexDoorbell(mapped, linking);
                header = mapped;
            }
        } catch (TransportException e) {
            trouble.failed("its inbox", e, now, System.nanoTime());
            return false;
        }
        trouble.endsWithSuccess();
        return true;
    }

    /** The doorbell, or null if it is not mapped. Threads that sleep, or that wake others, call this without a lock. */
    private synchronized FutexDoorbell doorbell() {
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

    /**
     * The arena for mappings that lead to a peer, or that a peer writes to. For a process of another job, they end when
     * nothing refers to them any more. They cannot be closed when the process has ended, because a thread without the
     * engine's lock may be looking whether a packet is {@linkplain #ready there}.
     */
    private Arena arenaOf(int peer) {
        return known.isOfOwnJob(peer) ? arena() : Arena.ofAuto();
    }

    /**
     * Opens the channels of new senders, up to the first that cannot be mapped now. Returns true if any was opened.
     */
    private boolean admit() {
        boolean failed = false;
        // Acquire: the names of all senders that are counted here are seen below. A sender that counts itself later is
        // counted by a later poll, also if its name is seen now. It may have ended in between, and never count itself.
        int senders = (int) INTS.getAcquire(header, InboxLayout.SENDERS_AT);
        // A sender lengthens the file before it counts itself. A count of slots beyond the file's length is therefore
        // false.
        long slots = Math.min((int) INTS.getAcquire(header, InboxLayout.SLOTS_TAKEN_AT),
            InboxLayout.slots(file.bytes()));
        while (slotsSeen < slots) {
            unnamed.add(slotsSeen++);
        }
        int before = incoming.length;
        for (Iterator<Integer> each = unnamed.iterator(); !failed && each.hasNext();) {
            int slot = each.next();
            Peer sender = unmapped.sender(slot);
            if (sender == null) {
                continue; // the slot is taken, but not named yet: a later poll looks again
            }
            int index = known.index(sender);
            if (index == Introductions.NOT_INTRODUCED) {
                notIntroduced.put(sender, slot);
            } else if (isOpen(index)) {
                System.getLogger("mpj.transport.shm").log(System.Logger.Level.WARNING, "a second channel from "
                    + known.name(index) + " is not opened");
            } else {
                long now = System.nanoTime();
                try {
                    open(slot, index);
                    trouble.ends();
                } catch (TransportException e) {
                    failed = true;
                    trouble.failed("the channel from " + known.name(index), e, now, System.nanoTime());
                    if (!trouble.lastsLong()) {
                        continue;
                    }
                    // Its process may be alive, so nobody else may use its slot.
                    lose(index, trouble.reason());
                }
            }
            each.remove();
        }
        sendersSeen = senders;
        boolean any = incoming.length > before;
        if (!failed && any) {
            trouble.endsWithSuccess();
        } else if (!failed) {
            trouble.ends();
        }
        return any;
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
            file.map(InboxLayout.channelAt(slot), ChannelLayout.CHANNEL_BYTES, arenaOf(sender)), blocks(sender),
            sender);
        incoming = channels;
        if (!known.isOfOwnJob(sender)) {
            foreign.put(sender, slot);
            if (peers.stream().noneMatch(each -> each.peer() == sender)) {
                peers.add(PeerProcess.ofSender(sender, unmapped.process(slot)));
            }
        }
    }

    @Override
    public void prepareToSleep() {
        if (mayUseFutex() && mapHeader()) {
            doorbell.set();
        }
    }

    /**
     * A virtual thread must not keep its carrier in the kernel, because other virtual threads may have to run on the
     * carrier to end the wait.
     */
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
        FutexDoorbell mapped = mayUseFutex() ? doorbell() : null;
        if (mapped == null) {
            if (!ready()) {
                LockSupport.parkNanos(Math.min(nanoseconds, NAP));
            }
            naps++;
            return;
        }
        mapped.await(trouble.mayLast() ? Math.min(nanoseconds, MappingTrouble.SHORTEST_PAUSE) : nanoseconds, ready);
    }

    private boolean ready() {
        MemorySegment own = mapped();
        if (own == null) {
            return !trouble.mayLast() && unmapped.hasSenders();
        }
        for (IncomingChannel channel : incoming) {
            if (channel.ready()) {
                return true;
            }
        }
        // While something cannot be mapped, no new sender is taken, so none may keep the thread from its sleep.
        return (int) INTS.getAcquire(own, InboxLayout.SENDERS_AT) != sendersSeen && !trouble.mayLast()
            || peerMemory.hasEnded();
    }

    /**
     * As long as the doorbell is not mapped, nobody sleeps in it. A thread that is about to sleep maps it, and then
     * looks whether its wait is over. If this thread does not see the doorbell, it had this object's lock before that
     * one, and so that one sees what this thread did before it called this method.
     */
    @Override
    public void wake() {
        FutexDoorbell mapped = doorbell();
        if (mapped != null) {
            mapped.ring();
        }
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

    /** A doorbell and a channel to the same peer use one mapping of the header. */
    @Override
    public Doorbell doorbell(int peer, byte[] peerAddress) {
        Path path = Path.of(line(peerAddress, 1));
        Path target = Path.of(line(peerAddress, 2));
        try (MemoryFile inbox = MemoryFile.open(path, target)) {
            FutexDoorbell theirDoorbell = new FutexDoorbell(theirs(peer, inbox), linking);
            if (!known.isOfOwnJob(peer) && peers.stream().noneMatch(each -> each.peer() == peer)) {
                peers.add(PeerProcess.ofSender(peer, MemoryFile.processOf(path)));
            }
            return theirDoorbell;
        } catch (TransportException e) {
            if (MemoryFile.isClosed(path, target)) {
                return () -> { }; // nobody sleeps there any more
            }
            throw e;
        }
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
