package mpj.core.collective;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
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
 * What the collectives of all communicators have in common: the choice of algorithms, and the knowledge of which ranks
 * share a host.
 */
public final class JobCollectives {
    private static final String HOST_KEY = "host";
    private static final String ALGORITHMS = "mpj.coll.";
    /**
     * How many communicators may have large rooms. Such rooms take some megabytes, and a program may make any number of
     * communicators, and free none.
     */
    private static final int LARGE_ROOMS = 3;

    private final Bootstrap bootstrap;
    private final String tables;
    /** The number of each process's host, by its index, for those that were asked for. */
    private final Map<Integer, Integer> hosts = new HashMap<>();
    /** The names of the hosts of processes of other jobs, by the indices of these processes. */
    private final Map<Integer, String> foreignHosts = new HashMap<>();
    /** The numbers of hosts, by their names. */
    private final Map<String, Integer> numbers = new HashMap<>();
    /** How many more communicators whose rank 0 this is may have large rooms. */
    private final AtomicInteger largeRooms = new AtomicInteger(LARGE_ROOMS);
    /** The choice of algorithms that was made last, and the properties that asked for it. */
    private Selection selection;
    private Map<String, String> asked;

    private JobCollectives(Bootstrap bootstrap, String tables) {
        this.bootstrap = bootstrap;
        this.tables = tables;
    }

    /**
     * Reads the properties, and publishes this rank's host. The other ranks see it after the next fence.
     *
     * @param transport the value of {@code mpj.transport}
     */
    public static JobCollectives open(Bootstrap bootstrap, String transport) {
        boolean oneHost = bootstrap.localSize() == bootstrap.size();
        boolean oneProcess = bootstrap.processSize() > 1 && bootstrap.processSize() == bootstrap.size();
        JobCollectives job = new JobCollectives(bootstrap,
            tables(transport, oneHost, oneProcess, bootstrap.localSize(), bootstrap.localCores()));
        for (String name : System.getProperties().stringPropertyNames()) {
            if (name.startsWith(ALGORITHMS)) {
                job.selection(); // throws now if the properties or a table cannot be read
                break;
            }
        }
        if (!oneHost) {
            bootstrap.put(HOST_KEY, ThisHost.identity().getBytes(StandardCharsets.UTF_8));
        }
        return job;
    }

    /**
     * The names of the library's tables of algorithms for a job. Every rank of the job gets the same.
     *
     * @param oneHost whether all ranks are on this host
     * @param oneProcess whether all ranks are threads of this process
     * @param ranks the number of ranks on this host
     * @param cores the number of its cores
     */
    static String tables(String transport, boolean oneHost, boolean oneProcess, int ranks, int cores) {
        if (transport.contains("libfabric") || transport.contains("verbs")) {
            return "fabric";
        }
        if (!oneHost || transport.equals("nio")) {
            return "tcp";
        }
        return (oneProcess ? "threads," : "") + (ranks <= cores ? "cores," : "") + "shm";
    }

    /**
     * The collectives of a communicator.
     *
     * @param inter whether the communicator has two groups
     * @param topology the topology of its ranks, or null
     * @param check throws when the communicator may no longer be used
     * @param watch is told of the calls, or null
     */
    public Collectives collectives(Engine engine, ErrorHandling errors, Membership membership,
                                   boolean inter, ProcessTopology topology, Runnable check,
                                   CommunicatorWatch watch) {
        Participants ranks = inter ? Participants.ofTwo(membership.group, membership.rank, membership.members,
            engine.compare(membership.group[0], membership.members[0]) < 0)
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
                selection = Selection.of(properties, tables);
                asked = now;
            }
            return selection;
        } catch (IllegalArgumentException e) {
            throw new EngineException(ErrorClass.ERR_ARG, e.getMessage(), e);
        }
    }

    /**
     * The choice of algorithms for a communicator. If its ranks belong to several jobs, the properties have no effect,
     * because those of the jobs may differ.
     *
     * @param members the communicator's ranks
     * @param topology their hosts
     */
    Selection selection(int[] members, Topology topology) {
        return isOfThisJob(members) ? selection()
            : Selection.of(new Properties(), topology.hosts() == 1 ? "shm" : "tcp");
    }

    /** Whether all of these are ranks of this process's job. */
    public boolean isOfThisJob(int[] members) {
        int size = bootstrap.size();
        for (int member : members) {
            if (member >= size) {
                return false;
            }
        }
        return true;
    }

    /**
     * How large the rooms of a communicator are, in the memory that its ranks share. The communicator is then counted
     * as one that has rooms of this size.
     */
    RoomSize takeRooms() {
        return largeRooms.getAndUpdate(left -> Math.max(0, left - 1)) > 0 ? RoomSize.LARGE : RoomSize.USUAL;
    }

    /** Gives rooms of this size back, so that another communicator may have them. */
    void giveRoomsBack(RoomSize size) {
        if (size == RoomSize.LARGE) {
            largeRooms.incrementAndGet();
        }
    }

    /**
     * The hosts of some processes. Null when all ranks of the job share one host, and all of these processes are among
     * them.
     */
    Topology topology(int[] members) {
        if (bootstrap.localSize() == bootstrap.size() && isOfThisJob(members)) {
            return null;
        }
        try {
            return new Topology(Arrays.stream(members).map(this::hostOf).toArray());
        } catch (BootstrapException e) {
            throw EngineException.of(e);
        }
    }

    /**
     * A number that is the same for exactly those ranks that are on one host. All ranks that pass the same arguments
     * get the same number.
     *
     * @param members ranks in the job
     * @param rank a place among them
     */
    public int hostOf(int[] members, int rank) {
        Topology topology = topology(members);
        return topology == null ? 0 : topology.host(rank);
    }

    /** The ranks of this job that are on the same host as one of them, in ascending order. */
    public int[] onHostOf(int rank) {
        int[] everyone = IntStream.range(0, bootstrap.size()).toArray();
        Topology topology = topology(everyone);
        return topology == null ? everyone
            : Arrays.stream(everyone).filter(each -> topology.host(each) == topology.host(rank)).toArray();
    }

    /** The number of a rank's host. Ranks have the same number if their hosts have the same full name. */
    private synchronized int hostOf(int rank) {
        Integer known = hosts.get(rank);
        if (known == null) {
            known = numbers.computeIfAbsent(hostName(rank), _ -> numbers.size());
            hosts.put(rank, known);
        }
        return known;
    }

    /**
     * The full name of a process's host. The process is a rank of this job, or one whose host was {@linkplain
     * #learnHost learned}.
     *
     * @throws BootstrapException when the launcher cannot be asked
     */
    public synchronized String hostName(int index) {
        String learned = foreignHosts.get(index);
        if (learned != null) {
            return learned;
        }
        return bootstrap.localSize() == bootstrap.size() ? ThisHost.identity()
            : new String(bootstrap.get(index, HOST_KEY), StandardCharsets.UTF_8);
    }

    /** Notes the full name of the host of a process of another job. */
    public synchronized void learnHost(int index, String host) {
        foreignHosts.put(index, host);
    }
}
