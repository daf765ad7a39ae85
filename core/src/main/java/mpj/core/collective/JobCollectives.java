package mpj.core.collective;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import mpj.bindings.ThisHost;
import mpj.collectives.Topology;
import mpj.collectives.selection.Selection;
import mpj.core.error.ErrorHandling;
import mpj.core.group.Membership;
import mpj.core.group.ProcessTopology;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.runtime.bootstrap.Bootstrap;
import mpj.runtime.bootstrap.BootstrapException;
import mpj.watch.CommunicatorWatch;

/**
 * What the collectives of all communicators have in common: which algorithms are chosen, and which ranks share a host.
 */
public final class JobCollectives {
    private static final String HOST_KEY = "host";
    private static final String ALGORITHMS = "mpj.coll.";
    /** Large rooms take some megabytes. A program may make any number of communicators, and free none. */
    private static final int LARGE_ROOMS = 3;

    private final Bootstrap bootstrap;
    private final String table;
    /** The number of each rank's host, for the ranks that were asked for. */
    private final Map<Integer, Integer> hosts = new HashMap<>();
    /** The numbers of hosts, by their names. */
    private final Map<String, Integer> numbers = new HashMap<>();
    /** How many more communicators whose rank 0 this is may have large rooms. */
    private final AtomicInteger largeRooms = new AtomicInteger(LARGE_ROOMS);
    /** The choice of algorithms that was made last, and the properties that asked for it. */
    private Selection selection;
    private Map<String, String> asked;

    private JobCollectives(Bootstrap bootstrap, String table) {
        this.bootstrap = bootstrap;
        this.table = table;
    }

    /**
     * Reads the properties, and publishes this rank's host. The other ranks see it after the next fence.
     *
     * @param transport what {@code mpj.transport} says
     */
    public static JobCollectives open(Bootstrap bootstrap, String transport) {
        boolean oneHost = bootstrap.localSize() == bootstrap.size();
        String table = transport.contains("libfabric") || transport.contains("verbs") ? "fabric"
            : oneHost && !transport.equals("nio") ? "shm" : "tcp";
        JobCollectives job = new JobCollectives(bootstrap, table);
        for (String name : System.getProperties().stringPropertyNames()) {
            if (name.startsWith(ALGORITHMS)) {
                job.selection(); // throws now if it cannot read something
                break;
            }
        }
        if (!oneHost) {
            bootstrap.put(HOST_KEY, ThisHost.identity().getBytes(StandardCharsets.UTF_8));
        }
        return job;
    }

    /**
     * The collectives of a communicator.
     *
     * @param inter whether it is one of two groups
     * @param topology of its ranks, or null
     * @param check throws when the communicator may no longer be used
     * @param watch is told of calls; or null
     */
    public Collectives collectives(Engine engine, ErrorHandling errors, Membership membership,
                                   boolean inter, ProcessTopology topology, Runnable check,
                                   CommunicatorWatch watch) {
        Participants ranks = inter ? Participants.ofTwo(membership.group, membership.rank, membership.members)
            : Participants.of(membership.group, membership.rank, topology);
        return new Collectives(engine, errors, membership.context, ranks, this, check, watch);
    }

    /**
     * The choice of algorithms that the properties ask for now. A program may set them before a communicator's first
     * collective.
     */
    synchronized Selection selection() {
        Properties properties = System.getProperties();
        Map<String, String> now = new HashMap<>();
        for (String name : properties.stringPropertyNames()) {
            if (name.startsWith(ALGORITHMS)) {
                now.put(name, properties.getProperty(name));
            }
        }
        try {
            if (!now.equals(asked)) {
                selection = Selection.of(properties, table);
                asked = now;
            }
            return selection;
        } catch (IllegalArgumentException e) {
            throw new EngineException(ErrorClass.ERR_ARG, e.getMessage(), e);
        }
    }

    /** How large the rooms of a communicator are, in the memory that its ranks share. It counts as one. */
    RoomSize takeRooms() {
        return largeRooms.getAndUpdate(left -> Math.max(0, left - 1)) > 0 ? RoomSize.LARGE : RoomSize.USUAL;
    }

    /** Another communicator may have such rooms. */
    void giveRoomsBack(RoomSize size) {
        if (size == RoomSize.LARGE) {
            largeRooms.incrementAndGet();
        }
    }

    /** The hosts of some of the job's ranks. Null when all ranks of the job share one host. */
    Topology topology(int[] members) {
        if (bootstrap.localSize() == bootstrap.size()) {
            return null;
        }
        try {
            return new Topology(Arrays.stream(members).map(this::hostOf).toArray());
        } catch (BootstrapException e) {
            throw EngineException.of(e);
        }
    }

    /**
     * A number that a rank has in common with exactly those ranks that are on its host. It is the same on every rank
     * that passes the same.
     *
     * @param members the job's ranks
     * @param rank a place among them
     */
    public int hostOf(int[] members, int rank) {
        Topology topology = topology(members);
        return topology == null ? 0 : topology.host(rank);
    }

    /** The number of a rank's host. Ranks have the same number if their hosts have the same full name. */
    private synchronized int hostOf(int rank) {
        Integer known = hosts.get(rank);
        if (known == null) {
            String host = new String(bootstrap.get(rank, HOST_KEY), StandardCharsets.UTF_8);
            known = numbers.computeIfAbsent(host, _ -> numbers.size());
            hosts.put(rank, known);
        }
        return known;
    }
}
