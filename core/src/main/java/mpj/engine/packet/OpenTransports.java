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
import mpj.transport.spi.Channel;
import mpj.transport.spi.Job;
import mpj.transport.spi.Peer;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.SharedMemory;
import mpj.transport.spi.SharedObjects;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;

/**
 * The transports that this rank has open, in the order of preference. A peer is reached by the first of them that the
 * peer has, too, and that reaches it.
 */
final class OpenTransports {
    /** Sees what transports carry. */
    interface Wrap {
        /** Wraps transports that have been opened. */
        List<TransportChoice.Opened> wrap(List<TransportChoice.Opened> opened);
    }

    private static final System.Logger.Level LEVEL = System.Logger.Level.DEBUG;

    private final Bootstrap bootstrap;
    private final Job job;
    private final Peers peers;
    private final List<TransportChoice.Opened> opened;
    /** For each process of another job that was met, the transports that lead to it. */
    private final Map<Integer, List<TransportChoice.Opened>> leadingOut = new HashMap<>();

    private OpenTransports(Bootstrap bootstrap, Job job, List<TransportChoice.Opened> opened) {
        this.bootstrap = bootstrap;
        this.job = job;
        this.peers = new Peers(job.size());
        this.opened = opened;
    }

    /**
     * Opens the transports. Returns when every rank has opened its own and all addresses are known.
     *
     * @param watch sees what they carry; or null
     */
    static OpenTransports open(Bootstrap bootstrap, TransportChoice choice, Wrap watch) {
        Job job = new Job(bootstrap.rank(), bootstrap.size(), bootstrap.localSize(), bootstrap.secret(),
            bootstrap.hostAddress(), bootstrap.processSize());
        List<TransportChoice.Opened> opened = choice.open(job);
        if (choice.isAuto() && job.localSize() < job.size()) {
            opened = new CommonNetwork(bootstrap, choice, job).agree(opened);
        }
        OpenTransports transports =
            new OpenTransports(bootstrap, job, watch == null ? opened : watch.wrap(opened));
        bootstrap.put(TransportAddresses.KEY, transports.ownAddresses());
        bootstrap.fence();
        return transports;
    }

    /** What this rank publishes of its transports. */
    byte[] ownAddresses() {
        Map<String, byte[]> addresses = new LinkedHashMap<>();
        for (TransportChoice.Opened each : opened) {
            addresses.put(each.name(), each.transport().address());
        }
        return new TransportAddresses(addresses).encode();
    }

    Peers peers() {
        return peers;
    }

    /** Who this process is to those of other jobs. */
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
     * The shared memory of the transport that leads to all of these ranks, this rank left out; null if there is none.
     */
    SharedMemory sharedMemory(int[] ranks) {
        TransportChoice.Opened common = null;
        for (int rank : ranks) {
            if (rank != bootstrap.rank()) {
                TransportChoice.Opened best = leadingTo(rank, addressesOf(rank));
                if (best == null || common != null && best != common) {
                    return null;
                }
                common = best;
            }
        }
        return common == null ? null : common.transport().sharedMemory();
    }

    /** Memory that peers can read, of the first transport that has some; null if none has. */
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

    /** How the first transport that can hand objects over does so; null if none can. */
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

    private byte[] published(int peer) {
        try {
            return peers.isOwn(peer) ? bootstrap.get(peer, TransportAddresses.KEY) : published(peers.met(peer));
        } catch (BootstrapException e) {
            throw new EngineException(e);
        }
    }

    private static byte[] published(Peers.Met met) {
        return met.addresses().of(met.peer().rank());
    }

    /** The first transport that leads to a peer, given the addresses that it has published; null if none does. */
    private TransportChoice.Opened leadingTo(int peer, Map<String, byte[]> addresses) {
        for (TransportChoice.Opened each : peers.isOwn(peer) ? opened : leadingOut.get(peer)) {
            byte[] address = addresses.get(each.name());
            if (address != null && each.transport().reaches(address)) {
                return each;
            }
        }
        return null;
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
        if (opened.size() > 1) {
            // Logged only where there is a choice: starting the logger takes longer than all the rest.
            System.getLogger("mpj.transport").log(LEVEL, "rank {0} reaches {1} by {2}", bootstrap.rank(),
                peers.name(peer), best.name());
        }
        return new Destination(peer, best.transport(), channel);
    }

    private EngineException unreachable(int peer, Set<String> theirs) {
        StringJoiner ours = new StringJoiner(", ");
        opened.forEach(each -> ours.add(each.name()));
        return new EngineException(ErrorClass.ERR_OTHER, peers.name(peer) + " cannot be reached from rank "
            + bootstrap.rank() + ": this rank has " + ours + ", that one has " + String.join(", ", theirs)
            + ", and none of them leads from one to the other"
            + (peers.isOwn(peer) ? "" : ", which are of different jobs")
            + "; choose one that does with -Dmpj.transport=NAME");
    }

    /** Which transport leads to which ranks, for people. */
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
     * Closes the transports. A loop, not a lambda: what is recorded for the class archives ends before this point, so
     * each rank would have to make the lambda anew at its end.
     */
    void close() {
        for (TransportChoice.Opened each : opened) {
            each.transport().close();
        }
    }
}
