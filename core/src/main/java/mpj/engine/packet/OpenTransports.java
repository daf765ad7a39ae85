package mpj.engine.packet;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.JobAddresses;
import mpj.runtime.bootstrap.Bootstrap;
import mpj.runtime.bootstrap.BootstrapException;
import mpj.runtime.bootstrap.RankList;
import mpj.runtime.bootstrap.RuntimeProperties;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Doorbell;
import mpj.transport.spi.Job;
import mpj.transport.spi.MemoryRegion;
import mpj.transport.spi.Peer;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.SharedMemory;
import mpj.transport.spi.SharedObjects;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;

/**
 * The transports that this rank has open, in the order of preference. A peer is reached by the first transport that the
 * peer also has, and that leads to it.
 */
final class OpenTransports {
    /** Watches what transports carry. */
    interface Wrap {
        /** Wraps transports that have been opened. */
        List<TransportChoice.Opened> wrap(List<TransportChoice.Opened> opened);
    }

    private static final System.Logger.Level LEVEL = System.Logger.Level.DEBUG;

    private final Bootstrap bootstrap;
    private final Job job;
    private final WorldNumber world;
    private final Peers peers;
    private final List<TransportChoice.Opened> opened;
    /** Where the detector of this rank takes datagrams; null if there is no detector. */
    private final byte[] detector;
    /** The transports that lead to each process of another job that was met. */
    private final Map<Integer, List<TransportChoice.Opened>> leadingOut = new HashMap<>();

    private OpenTransports(Bootstrap bootstrap, Job job, WorldNumber world, List<TransportChoice.Opened> opened,
                           byte[] detector) {
        this.bootstrap = bootstrap;
        this.job = job;
        this.world = world;
        this.peers = new Peers(job.size());
        this.opened = opened;
        this.detector = detector;
    }

    /**
     * Opens the transports. Returns when every rank has opened its own and all addresses are known.
     *
     * @param watch watches what they carry; or null
     * @param detector where the detector of this rank takes datagrams; or null
     */
    static OpenTransports open(Bootstrap bootstrap, TransportChoice choice, Wrap watch, byte[] detector) {
        WorldNumber world = new WorldNumber(bootstrap);
        Job job = new Job(bootstrap.rank(), bootstrap.size(), bootstrap.localSize(), bootstrap.secret(),
            bootstrap.hostAddress(), bootstrap.processSize(), world);
        List<TransportChoice.Opened> opened = choice.open(job,
            bootstrap.parentPort().isPresent() || bootstrap.mayBeJoined());
        if (choice.isAuto() && job.localSize() < job.size()) {
            opened = new CommonNetwork(bootstrap, choice, job).agree(opened);
        }
        OpenTransports transports =
            new OpenTransports(bootstrap, job, world, watch == null ? opened : watch.wrap(opened), detector);
        bootstrap.put(TransportAddresses.KEY, transports.ownAddresses());
        bootstrap.fence();
        return transports;
    }

    /** The addresses of this rank's transports, in the form in which it publishes them. */
    byte[] ownAddresses() {
        Map<String, byte[]> addresses = new LinkedHashMap<>();
        for (TransportChoice.Opened each : opened) {
            addresses.put(each.name(), each.transport().address());
        }
        if (detector != null) {
            addresses.put(TransportAddresses.DETECTOR, detector);
        }
        if (job.rank() == 0) {
            addresses.put(TransportAddresses.WORLD, world.encoded());
        }
        return new TransportAddresses(addresses).encode();
    }

    /** Where the detector of another rank of the job takes datagrams; null if it has none. Needs no lock. */
    byte[] detectorOf(int rank) {
        return TransportAddresses.decode(peers.name(rank), bootstrap.get(rank, TransportAddresses.KEY)).byName()
            .get(TransportAddresses.DETECTOR);
    }

    Peers peers() {
        return peers;
    }

    /** This process, as processes of other jobs know it. */
    Peer self() {
        return new Peer(job.id(), job.rank());
    }

    /** See {@link PacketEngine#meet}. */
    int meet(Peer peer, byte[] secret, JobAddresses addresses) {
        if (peer.job() == job.id()) {
            return peer.rank();
        }
        boolean known = peers.contains(peer);
        int index = peers.meet(peer, addresses);
        if (!known) {
            List<TransportChoice.Opened> leading = new ArrayList<>();
            for (TransportChoice.Opened each : opened) {
                if (each.transport().introduce(index, peer, secret)) {
                    leading.add(each);
                }
            }
            leadingOut.put(index, leading);
        }
        return index;
    }

    Transport[] all() {
        Transport[] transports = new Transport[opened.size()];
        for (int i = 0; i < transports.length; i++) {
            transports[i] = opened.get(i).transport();
        }
        return transports;
    }

    /**
     * The shared memory of the first transport that leads to all of these ranks other than this one; null if there is
     * no such transport or memory. For some of the ranks there may be a nearer transport: ranks of one JVM share memory
     * with ranks of other JVMs of the host by the transport between JVMs.
     */
    SharedMemory sharedMemory(int[] ranks) {
        List<TransportChoice.Opened> common = new ArrayList<>(opened);
        boolean alone = true;
        for (int rank : ranks) {
            if (rank != bootstrap.rank()) {
                Map<String, byte[]> addresses = addressesOf(rank);
                List<TransportChoice.Opened> leading = peers.isOwn(rank) ? opened : leadingOut.get(rank);
                common.removeIf(each -> !leading.contains(each) || !leads(each, addresses));
                alone = false;
            }
        }
        return alone || common.isEmpty() ? null : common.getFirst().transport().sharedMemory();
    }

    /**
     * The doorbell of another rank, which shares memory with this one.
     *
     * @throws EngineException when that rank is lost
     * @throws TransportException when it cannot be reached at the moment
     */
    Doorbell doorbell(int rank) {
        Map<String, byte[]> addresses = addressesOf(rank);
        for (TransportChoice.Opened each : peers.isOwn(rank) ? opened : leadingOut.get(rank)) {
            if (each.transport().sharedMemory() != null && leads(each, addresses)) {
                return each.transport().doorbell(rank, addresses.get(each.name()));
            }
        }
        throw new IllegalStateException("no transport that shares memory leads to " + peers.name(rank));
    }

    /** Memory that peers can read, from the first transport that has such memory; null if none has. */
    MemorySegment allocate(long bytes, Arena arena) {
        for (TransportChoice.Opened each : opened) {
            RemoteMemory memory = each.transport().remoteMemory();
            MemorySegment allocated = memory == null ? null : memory.allocate(bytes, arena);
            if (allocated != null) {
                return allocated;
            }
        }
        return null;
    }

    /** Memory of this rank that peers may write, and the name of the transport that they have to use. */
    record Exposed(String transport, MemoryRegion region) {
    }

    /** Exposes memory over the first transport that can write; null if none can, or if it does not take the memory. */
    Exposed expose(MemorySegment memory) {
        for (TransportChoice.Opened each : opened) {
            RemoteMemory remote = each.transport().remoteMemory();
            if (remote != null && remote.writes()) {
                MemoryRegion region = remote.expose(memory);
                return region == null ? null : new Exposed(each.name(), region);
            }
        }
        return null;
    }

    /** The name of an open transport. */
    String name(Transport transport) {
        for (TransportChoice.Opened each : opened) {
            if (each.transport() == transport) {
                return each.name();
            }
        }
        throw new IllegalArgumentException("a transport that is not open");
    }

    /** How objects are handed over, by the first transport that can do this; null if none can. */
    SharedObjects sharedObjects() {
        for (TransportChoice.Opened each : opened) {
            if (each.transport().sharedObjects() != null) {
                return each.transport().sharedObjects();
            }
        }
        return null;
    }

    private Map<String, byte[]> addressesOf(int peer) {
        return TransportAddresses.decode(peers.name(peer), published(peer)).byName();
    }

    /** The process that has this index, as processes of other jobs know it. */
    Peer peer(int index) {
        return peers.isOwn(index) ? new Peer(job.id(), index) : peers.met(index).peer();
    }

    /**
     * The addresses that a peer has published. Every rank publishes them before the first fence. A fence waits for all
     * ranks but lost ones, so a rank of this job that has published none is lost, even if no news of it has come yet.
     */
    byte[] published(int peer) {
        try {
            return peers.isOwn(peer) ? bootstrap.get(peer, TransportAddresses.KEY) : published(peers.met(peer));
        } catch (BootstrapException e) {
            throw peers.isOwn(peer) && bootstrap.reportsLosses() ? new EngineException(ErrorClass.ERR_PROC_FAILED,
                peers.name(peer) + " is lost: " + e.getMessage(), e) : new EngineException(e);
        }
    }

    private static byte[] published(Peers.Met met) {
        return met.addresses().of(met.peer().rank());
    }

    /** The first transport that leads to a peer, given the addresses that it has published; null if none does. */
    private TransportChoice.Opened leadingTo(int peer, Map<String, byte[]> addresses) {
        for (TransportChoice.Opened each : peers.isOwn(peer) ? opened : leadingOut.get(peer)) {
            if (leads(each, addresses)) {
                return each;
            }
        }
        return null;
    }

    private static boolean leads(TransportChoice.Opened transport, Map<String, byte[]> addresses) {
        byte[] address = addresses.get(transport.name());
        return address != null && transport.transport().reaches(address);
    }

    /** Opens the channel to a peer. */
    Destination connect(int peer) {
        Map<String, byte[]> addresses = addressesOf(peer);
        TransportChoice.Opened best = leadingTo(peer, addresses);
        if (best == null) {
            throw unreachable(peer, addresses.keySet());
        }
        Channel channel;
        try {
            channel = best.transport().connect(peer, addresses.get(best.name()));
        } catch (TransportException e) {
            throw new EngineException(e);
        }
        if (opened.size() > 1 && RuntimeProperties.VERBOSE.value()) {
            // Only if the user has asked, because starting the logger takes longer than everything else here.
            System.getLogger("mpj.transport").log(LEVEL, "rank {0} reaches {1} by {2}", bootstrap.rank(),
                peers.name(peer), best.name());
        }
        return new Destination(peer, best.transport(), channel);
    }

    private EngineException unreachable(int peer, Set<String> theirs) {
        StringJoiner ours = new StringJoiner(", ");
        opened.forEach(each -> ours.add(each.name()));
        theirs.removeAll(Set.of(TransportAddresses.DETECTOR, TransportAddresses.WORLD));
        return new EngineException(ErrorClass.ERR_OTHER, peers.name(peer) + " cannot be reached from rank "
            + bootstrap.rank() + ": this rank has " + ours + ", the other has " + String.join(", ", theirs)
            + ", and none of these transports connects the two"
            + (peers.isOwn(peer) ? "" : ", which are of different jobs")
            + "; choose one that does with -Dmpj.transport=NAME");
    }

    /** Says in one line which transport leads to which ranks. */
    String describe() {
        Map<String, List<Integer>> byName = new LinkedHashMap<>();
        opened.forEach(each -> byName.put(each.name(), new ArrayList<>()));
        List<Integer> unreachable = new ArrayList<>();
        for (int rank = 0; rank < bootstrap.size(); rank++) {
            if (rank != bootstrap.rank()) {
                TransportChoice.Opened best = leadingTo(rank, addressesOf(rank));
                (best == null ? unreachable : byName.get(best.name())).add(rank);
            }
        }
        StringJoiner line = new StringJoiner("; ", "rank " + bootstrap.rank() + " uses ", "");
        byName.forEach((name, ranks) -> line.add(name + " to " + new RankList(ranks)));
        return unreachable.isEmpty() ? line.toString() : line + "; it cannot reach " + new RankList(unreachable);
    }

    /**
     * Closes the transports. This is a loop, not a lambda: the recording for the class archives ends before this point,
     * so each rank would have to link the lambda at its end.
     */
    void close() {
        for (TransportChoice.Opened each : opened) {
            each.transport().close();
        }
    }
}
