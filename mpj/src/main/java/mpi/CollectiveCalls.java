package mpi;

import java.util.function.UnaryOperator;
import mpj.collectives.Collective;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Schedule;
import mpj.collectives.Topology;
import mpj.collectives.selection.Algorithms;
import mpj.engine.CollectiveOperation;
import mpj.engine.Engine;
import mpj.engine.EngineProperties;
import mpj.engine.ErrorClass;
import mpj.engine.Inquiry;
import mpj.engine.SharedRooms;
import mpjbuf.Buffer;

/**
 * The collectives of one communicator: checks a call's arguments, finds its schedule, and prepares a machine to carry
 * it out, which the blocking form runs to the end at once, the others start. One thread of a rank at a time calls
 * these.
 */
final class CollectiveCalls {
    /** Tags are numbered in the order of calls, which is the same on every rank; they begin again after so many. */
    private static final int NUMBERS = 1 << 24;
    /** Set in the tags of persistent calls, which keep theirs. */
    private static final int PERSISTENT = 1 << 30;
    private static final int COLLECTIVES = 32;
    /** In place of the collective's number, in the tags of comparisons. */
    private static final int COMPARISON = COLLECTIVES - 1;

    private final Intracomm comm;
    private final Engine engine;
    private final int[] members;
    private final int rank;
    private final int size;
    private final ScheduleCache schedules;
    private final Blocks blocksSent = new Blocks();
    private final Blocks blocksReceived = new Blocks();
    private final Inquiry inquiry;
    private final CollectiveMachine blocking;
    /** Compares the calls of all ranks, or null. */
    private final CallCheck check;
    /** False where the ranks are known to share no memory. */
    private boolean mayShare;
    private SharedRooms rooms;
    private int calls;
    private int persistentCalls;

    CollectiveCalls(Intracomm comm, JobCollectives job) {
        this.comm = comm;
        engine = comm.engine();
        members = comm.groupMembers();
        rank = comm.Rank();
        size = comm.Size();
        Topology topology = job.topology(members);
        schedules = new ScheduleCache(job::selection, topology, rank, size);
        mayShare = size > 1 && size <= SharedRooms.MOST_RANKS && (topology == null || topology.hosts() == 1);
        inquiry = engine.inquiry(comm.collectiveContext(), members, new CallWord());
        blocking = new CollectiveMachine(engine, comm.collectiveContext(), members, rank, inquiry);
        check = EngineProperties.CHECK.value() ? new CallCheck(rank, size, this::another) : null;
    }

    int rank() {
        return rank;
    }

    int size() {
        return size;
    }

    /** For the description of blocks that the next call sends. */
    Blocks sent() {
        return blocksSent;
    }

    /** For the description of blocks that the next call receives. */
    Blocks received() {
        return blocksReceived;
    }

    /** The machine of blocking calls. */
    CollectiveMachine own() {
        blocking.forget();
        return blocking;
    }

    /** A machine for a call that others may be under way beside. */
    CollectiveMachine another() {
        return new CollectiveMachine(engine, comm.collectiveContext(), members, rank, null);
    }

    /**
     * A call that is prepared here and can be started again and again. All its starts have one tag, so that it does not
     * matter in which order the ranks start several. One that is refused takes its tag all the same, as on other ranks.
     *
     * @param call prepares it on a machine
     */
    Prequest persistent(Collective collective, UnaryOperator<CollectiveMachine> call) {
        CollectiveMachine machine = another();
        machine.keepTag(PERSISTENT | tag(persistentCalls++, collective));
        CollectiveMachine prepared;
        try {
            prepared = call.apply(machine);
        } catch (MPIException e) {
            throw comm.raise(e);
        }
        return new Prequest(comm, () -> startAgain(prepared));
    }

    private Request startAgain(CollectiveMachine prepared) {
        comm.engine(); // throws if the communicator was freed, whose context may be another's now
        return start(prepared);
    }

    private static int tag(int number, Collective collective) {
        return (number & NUMBERS - 1) * COLLECTIVES + collective.ordinal();
    }

    private static int number(int tag) {
        return tag / COLLECTIVES;
    }

    /** Prepares a call whose arguments were checked and whose buffers are bound. */
    private CollectiveMachine prepare(CollectiveMachine on, Collective collective, int root, long bytes, Blocks sent,
                                      Blocks received, Region like, Datatype datatype, Op op) {
        return prepare(on, collective, root, bytes, sent, received, null, like, datatype, op);
    }

    /** As the other; the schedule is given, or null if it is to be found. */
    private CollectiveMachine prepare(CollectiveMachine on, Collective collective, int root, long bytes, Blocks sent,
                                      Blocks received, Schedule given, Region like, Datatype datatype, Op op) {
        try {
            if (datatype == MPI.PACKED && collective != Collective.BCAST) {
                on.refuseSections();
            }
            int tag = nextTag(on, collective);
            CallCheck.Comparison comparison = check == null ? null
                : compare(on, tag, collective, root, bytes, sent == null ? null : sent.counts(), datatype, op);
            Schedule schedule = given != null ? given
                : schedule(on, collective, root, bytes, sent, received, like, datatype, op);
            on.prepare(schedule, tag, number(tag), word(collective, root, bytes, sent, like, datatype), root, like,
                op == null || on == blocking ? op : op.held());
            on.prepareAfter(comparison);
            if (on == blocking && rooms != null) {
                on.prepareShared(rooms, like);
            }
            return on;
        } catch (RuntimeException e) {
            on.clear();
            throw e;
        } finally {
            clearBlocks();
        }
    }

    private Schedule schedule(CollectiveMachine on, Collective collective, int root, long bytes, Blocks sent,
                              Blocks received, Region like, Datatype datatype, Op op) {
        long room = on == blocking ? room(like, datatype, op) : 0;
        Schedule schedule = schedules.get(collective, root, bytes, sent, received, datatype, op, room);
        return schedule.isShared() && !sharing()
            ? schedules.get(collective, root, bytes, sent, received, datatype, op, 0) : schedule;
    }

    /** Without the bytes where they may differ: of blocks of their own, and of what is serialized. */
    private long word(Collective collective, int root, long bytes, Blocks sent, Region like, Datatype datatype) {
        long same = switch (collective) {
            case GATHERV, SCATTERV, ALLGATHERV, ALLTOALLV -> 0;
            case REDUCE_SCATTER -> datatype.bytes(sent.total(size));
            default -> like != null && like.isSerialized() ? 0 : bytes;
        };
        return CallWord.of(collective, root, datatype, same);
    }

    private int nextTag(CollectiveMachine on, Collective collective) {
        return on.isPersistent() ? on.keptTag() : tag(calls++, collective);
    }

    /** A blocking call waits for the others here. Null where nothing is left to be compared. */
    private CallCheck.Comparison compare(CollectiveMachine on, int tag, Collective collective, int root, long bytes,
                                         int[] counts, Datatype datatype, Op op) {
        CallCheck.Form form = on == blocking ? CallCheck.Form.BLOCKING
            : on.isPersistent() ? CallCheck.Form.PERSISTENT : CallCheck.Form.NONBLOCKING;
        CallCheck.Comparison comparison = check.begin(form, collective, root, bytes, counts, datatype, op,
            tag | COMPARISON);
        if (on == blocking) {
            comparison.run();
            return null;
        }
        return comparison;
    }

    /** The room of each rank in shared memory, if the ranks have or may come to have some for these elements. */
    private long room(Region like, Datatype datatype, Op op) {
        boolean serialized = like != null && like.isSerialized();
        return mayShare && !serialized && (op == null || Items.arePlain(datatype)) ? SharedRooms.ROOM_BYTES : 0;
    }

    /** Whether the ranks share memory, after they have tried. */
    private boolean sharing() {
        if (mayShare && rooms == null) {
            rooms = SharedRoomsAgreement.reach(comm, inquiry);
            mayShare = rooms != null;
        }
        return mayShare;
    }

    private void clearBlocks() {
        blocksSent.clear();
        blocksReceived.clear();
    }

    /**
     * The communicator is freed. What its ranks share they give back at once: only blocking calls need it.
     *
     * @throws MPIException when a blocking call is under way: another thread's, or that whose operation calls this
     */
    void free() {
        if (blocking.isRunning()) {
            throw new MPIException(ErrorClass.ERR_COMM,
                "a collective is under way on the communicator; call Free when it has returned");
        }
        if (rooms != null) {
            rooms.close();
            rooms = null;
        }
    }

    /** Starts what was prepared. */
    Request start(CollectiveMachine prepared) {
        CollectiveOperation operation = prepared.operation();
        try {
            engine.start(operation);
        } catch (RuntimeException e) {
            throw MPIException.of(e);
        }
        return new CollectiveRequest(comm, operation);
    }

    /**
     * The barrier of Finalize. It goes one way always: choosing one would cost a program without collectives a tenth of
     * its time.
     */
    void synchronize() {
        Schedule schedule =
            Schedule.of(Algorithms.of(Collective.BARRIER).getFirst(), Problem.of(rank, size, 0, 0, 1));
        int tag = tag(calls++, Collective.BARRIER);
        blocking.prepare(schedule, tag, number(tag), CallWord.of(Collective.BARRIER, 0, MPI.BYTE, 0), 0, null, null);
        blocking.run();
    }

    CollectiveMachine barrier(CollectiveMachine on) {
        return prepare(on, Collective.BARRIER, 0, 0, null, null, null, MPI.BYTE, null);
    }

    CollectiveMachine bcast(CollectiveMachine on, Object buf, int offset, int count, Datatype type, int root) {
        CollectiveArguments.checkRoot(root, size);
        Region region = on.region(Place.RECEIVE);
        if (rank == root) {
            CollectiveArguments.checkSend("buf", buf, offset, count, type);
            region.bind(buf, offset, type, count);
        } else {
            CollectiveArguments.checkReceive("buf", buf, offset, count, type);
            on.receiveInto(buf, offset, count, type);
        }
        // A buffer of sections travels as one object, whatever it holds.
        long bytes = buf instanceof Buffer ? 1 : type.bytes(count);
        return prepare(on, Collective.BCAST, root, bytes, null, null, region, type, null);
    }

    CollectiveMachine gather(CollectiveMachine on, Collective collective, Object sendbuf, int sendoffset,
                             int sendcount, Datatype sendtype, Blocks blocks, int root) {
        CollectiveArguments.checkRoot(root, size);
        boolean atRoot = rank == root;
        if (atRoot && sendbuf == MPI.IN_PLACE) {
            return gatherInPlace(on, collective, blocks.checkReceive(size), root);
        }
        CollectiveArguments.checkSend("sendbuf", sendbuf, sendoffset, sendcount, sendtype);
        if (atRoot) {
            blocks.checkReceive(size);
            CollectiveArguments.checkOwn(sendcount, sendtype, blocks.count(root), blocks.datatype());
            on.receiveInto(blocks, size);
        }
        Region region = on.region(Place.SEND);
        region.bind(sendbuf, sendoffset, sendtype, sendcount);
        return prepare(on, collective, root, sendtype.bytes(sendcount), null, atRoot ? blocks : null, region,
            sendtype, null);
    }

    /** What this rank gives is its block of what it receives. */
    private CollectiveMachine gatherInPlace(CollectiveMachine on, Collective collective, Blocks blocks, int root) {
        on.receiveInto(blocks, size);
        Region region = on.region(Place.SEND);
        region.bind(blocks.buffer(), blocks.offset(rank), blocks.datatype(), blocks.count(rank));
        region.staysInPlace();
        return prepare(on, collective, root, blocks.datatype().bytes(blocks.count(rank)), null, blocks, region,
            blocks.datatype(), null);
    }

    CollectiveMachine scatter(CollectiveMachine on, Collective collective, Blocks blocks, Object recvbuf,
                              int recvoffset, int recvcount, Datatype recvtype, int root) {
        CollectiveArguments.checkRoot(root, size);
        boolean atRoot = rank == root;
        Region region = on.region(Place.RECEIVE);
        if (atRoot && recvbuf == MPI.IN_PLACE) {
            blocks.checkSend(size);
            blocks.bind(on.region(Place.SEND), size);
            long bytes = blocks.datatype().bytes(blocks.count(rank));
            on.receiveInPlace(bytes);
            return prepare(on, collective, root, bytes, blocks, null, region, blocks.datatype(), null);
        }
        CollectiveArguments.checkReceive("recvbuf", recvbuf, recvoffset, recvcount, recvtype);
        if (atRoot) {
            blocks.checkSend(size);
            CollectiveArguments.checkOwn(blocks.count(root), blocks.datatype(), recvcount, recvtype);
            blocks.bind(on.region(Place.SEND), size);
        }
        on.receiveInto(recvbuf, recvoffset, recvcount, recvtype);
        return prepare(on, collective, root, recvtype.bytes(recvcount), atRoot ? blocks : null, null, region, recvtype,
            null);
    }

    CollectiveMachine allgather(CollectiveMachine on, Collective collective, Object sendbuf, int sendoffset,
                                int sendcount, Datatype sendtype, Blocks blocks) {
        if (sendbuf == MPI.IN_PLACE) {
            return gatherInPlace(on, collective, blocks.checkReceive(size), 0);
        }
        CollectiveArguments.checkSend("sendbuf", sendbuf, sendoffset, sendcount, sendtype);
        blocks.checkReceive(size);
        CollectiveArguments.checkOwn(sendcount, sendtype, blocks.count(rank), blocks.datatype());
        Region region = on.region(Place.SEND);
        region.bind(sendbuf, sendoffset, sendtype, sendcount);
        on.receiveInto(blocks, size);
        return prepare(on, collective, 0, sendtype.bytes(sendcount), null, blocks, region, sendtype, null);
    }

    CollectiveMachine alltoall(CollectiveMachine on, Collective collective, Blocks sent, Blocks received) {
        boolean inPlace = sent.buffer() == MPI.IN_PLACE;
        if (!inPlace) {
            sent.checkSend(size);
        }
        received.checkReceive(size);
        if (inPlace) {
            sent.become(received);
        }
        CollectiveArguments.checkOwn(sent.count(rank), sent.datatype(), received.count(rank), received.datatype());
        Region region = on.region(Place.SEND);
        sent.bind(region, size);
        if (inPlace) {
            region.staysInPlace();
        }
        on.receiveInto(received, size);
        return prepare(on, collective, 0, sent.counts() == null ? sent.datatype().bytes(sent.count()) : 0, sent,
            received, region, sent.datatype(), null);
    }

    CollectiveMachine reduce(CollectiveMachine on, Object sendbuf, int sendoffset, Object recvbuf, int recvoffset,
                             int count, Datatype datatype, Op op, int root) {
        CollectiveArguments.checkRoot(root, size);
        if (rank == root) {
            return combine(on, Collective.REDUCE, sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op, root);
        }
        CollectiveArguments.checkSend("sendbuf", sendbuf, sendoffset, count, datatype);
        CollectiveArguments.checkOp(op, datatype);
        Region region = on.region(Place.SEND);
        region.bind(sendbuf, sendoffset, datatype, count);
        return prepare(on, Collective.REDUCE, root, datatype.bytes(count), null, null, region, datatype, op);
    }

    /** Allreduce and both scans. */
    CollectiveMachine reduction(CollectiveMachine on, Collective collective, Object sendbuf, int sendoffset,
                                Object recvbuf, int recvoffset, int count, Datatype datatype, Op op) {
        return combine(on, collective, sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op, 0);
    }

    /** Prepares a reduction on a rank that gets results. */
    private CollectiveMachine combine(CollectiveMachine on, Collective collective, Object sendbuf, int sendoffset,
                                      Object recvbuf, int recvoffset, int count, Datatype datatype, Op op, int root) {
        boolean inPlace = sendbuf == MPI.IN_PLACE;
        if (!inPlace) {
            CollectiveArguments.checkSend("sendbuf", sendbuf, sendoffset, count, datatype);
        }
        CollectiveArguments.checkReceive("recvbuf", recvbuf, recvoffset, count, datatype);
        CollectiveArguments.checkOp(op, datatype);
        Region region = on.region(Place.SEND);
        region.bind(inPlace ? recvbuf : sendbuf, inPlace ? recvoffset : sendoffset, datatype, count);
        on.region(Place.RECEIVE).bind(recvbuf, recvoffset, datatype, count);
        return prepare(on, collective, root, datatype.bytes(count), null, null, region, datatype, op);
    }

    CollectiveMachine reduceScatter(CollectiveMachine on, Collective collective, Blocks sent, Object recvbuf,
                                    int recvoffset, Op op) {
        if (sent.datatype() == null) {
            throw BufferArgument.noDatatype("sendbuf", BufferArgument.WHOLE);
        }
        int own = sent.count(rank);
        int all = sent.total(size);
        if (sent.buffer() == MPI.IN_PLACE) {
            sent.become("recvbuf", recvbuf, recvoffset);
        }
        CollectiveArguments.checkSend(sent.name(), sent.buffer(), sent.offset(), all, sent.datatype());
        CollectiveArguments.checkReceive("recvbuf", recvbuf, recvoffset, own, sent.datatype());
        CollectiveArguments.checkOp(op, sent.datatype());
        Region region = on.region(Place.SEND);
        region.bind(sent.buffer(), sent.offset(), sent.datatype(), all);
        on.region(Place.RECEIVE).bind(recvbuf, recvoffset, sent.datatype(), own);
        return prepare(on, collective, 0, sent.datatype().bytes(own), sent, null, region, sent.datatype(), op);
    }

    CollectiveMachine neighbors(CollectiveMachine on, Collective collective, Neighborhood neighborhood, Blocks sent,
                                Blocks received) {
        int neighbors = neighborhood.ranks().length;
        sent.checkSend(neighbors);
        received.checkReceive(neighbors);
        Region region = on.region(Place.SEND);
        sent.bind(region, neighbors);
        on.receiveInto(received, neighbors);
        Problem problem = Problem.of(rank, size, 0, 0, sent.datatype().elementBytes())
            .blocks(sent.ofMessages(neighbors), received.ofMessages(neighbors));
        return prepare(on, collective, 0, 0, null, null, Schedule.of(neighborhood.exchange(), problem), region,
            sent.datatype(), null);
    }
}
