package mpj.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import mpj.runtime.bootstrap.Bootstrap;
import mpj.runtime.bootstrap.BootstrapException;
import mpj.runtime.bootstrap.RankList;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Job;
import mpj.transport.spi.SharedMemory;
import mpj.transport.spi.SharedObjects;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;

/**
 * The transports that this rank has open, in the order of preference. Each peer is reached by the first that both have
 * and that reaches it.
 */
final class OpenTransports {
    private static final System.Logger.Level LEVEL = System.Logger.Level.DEBUG;

    private final Bootstrap bootstrap;
    private final List<TransportChoice.Opened> opened;

    private OpenTransports(Bootstrap bootstrap, List<TransportChoice.Opened> opened) {
        this.bootstrap = bootstrap;
        this.opened = opened;
    }

    /** Opens them, and returns when every rank's are open and their addresses are known. */
    static OpenTransports open(Bootstrap bootstrap, TransportChoice choice) {
        Job job = new Job(bootstrap.rank(), bootstrap.size(), bootstrap.localSize(), bootstrap.secret(),
            bootstrap.hostAddress(), bootstrap.processSize());
        List<TransportChoice.Opened> opened = choice.open(job);
        if (choice.isAuto() && job.localSize() < job.size()) {
            opened = new CommonNetwork(bootstrap, choice, job).agree(opened);
        }
        Map<String, byte[]> addresses = new LinkedHashMap<>();
        for (TransportChoice.Opened each : opened) {
            addresses.put(each.name(), each.transport().address());
        }
        bootstrap.put(TransportAddresses.KEY, new TransportAddresses(addresses).encode());
        bootstrap.fence();
        return new OpenTransports(bootstrap, opened);
    }

    Transport[] all() {
        Transport[] transports = new Transport[opened.size()];
        for (int i = 0; i < transports.length; i++) {
            transports[i] = opened.get(i).transport();
        }
        return transports;
    }

    /** Of the transport that leads to all of these ranks, this one left out, or null where there is none. */
    SharedMemory sharedMemory(int[] ranks) {
        TransportChoice.Opened common = null;
        for (int rank : ranks) {
            if (rank != bootstrap.rank()) {
                TransportChoice.Opened best = leadingTo(addresses(rank));
                if (best == null || common != null && best != common) {
                    return null;
                }
                common = best;
            }
        }
        return common == null ? null : common.transport().sharedMemory();
    }

    /** Of the first transport that can hand objects over, or null. */
    SharedObjects sharedObjects() {
        for (TransportChoice.Opened each : opened) {
            if (each.transport().sharedObjects() != null) {
                return each.transport().sharedObjects();
            }
        }
        return null;
    }

    private Map<String, byte[]> addresses(int rank) {
        try {
            return TransportAddresses.decode(rank, bootstrap.get(rank, TransportAddresses.KEY)).byName();
        } catch (BootstrapException e) {
            throw new EngineException(e);
        }
    }

    private TransportChoice.Opened leadingTo(Map<String, byte[]> addresses) {
        for (TransportChoice.Opened each : opened) {
            byte[] address = addresses.get(each.name());
            if (address != null && each.transport().reaches(address)) {
                return each;
            }
        }
        return null;
    }

    /** Opens the channel to a rank. */
    Destination connect(int rank) {
        Map<String, byte[]> addresses = addresses(rank);
        TransportChoice.Opened best = leadingTo(addresses);
        if (best == null) {
            throw unreachable(rank, addresses.keySet());
        }
        Channel channel;
        try {
            channel = best.transport().connect(rank, addresses.get(best.name()));
        } catch (TransportException e) {
            throw new EngineException(e);
        }
        if (opened.size() > 1) {
            // Where there is a choice only: starting the logger takes longer than all the rest.
            System.getLogger("mpj.transport").log(LEVEL, "rank {0} reaches rank {1} by {2}", bootstrap.rank(), rank,
                best.name());
        }
        return new Destination(rank, best.transport(), channel);
    }

    private EngineException unreachable(int rank, Set<String> theirs) {
        StringJoiner ours = new StringJoiner(", ");
        opened.forEach(each -> ours.add(each.name()));
        return new EngineException(ErrorClass.ERR_OTHER, "rank " + rank + " cannot be reached from rank "
            + bootstrap.rank() + ": this rank has " + ours + ", that one has " + String.join(", ", theirs)
            + ", and none of them leads from one to the other; choose one that does with -Dmpj.transport=NAME");
    }

    /** Which transport leads to which ranks, for people. */
    String describe() {
        Map<String, List<Integer>> byName = new LinkedHashMap<>();
        opened.forEach(each -> byName.put(each.name(), new ArrayList<>()));
        List<Integer> unreachable = new ArrayList<>();
        for (int rank = 0; rank < bootstrap.size(); rank++) {
            if (rank != bootstrap.rank()) {
                TransportChoice.Opened best = leadingTo(addresses(rank));
                (best == null ? unreachable : byName.get(best.name())).add(rank);
            }
        }
        StringJoiner line = new StringJoiner("; ", "rank " + bootstrap.rank() + " uses ", "");
        byName.forEach((name, ranks) -> line.add(name + " to " + new RankList(ranks)));
        return unreachable.isEmpty() ? line.toString() : line + "; it cannot reach " + new RankList(unreachable);
    }

    /** No lambda: met after the rehearsals have recorded theirs, it would be made anew at each rank's end. */
    void close() {
        for (TransportChoice.Opened each : opened) {
            each.transport().close();
        }
    }
}
