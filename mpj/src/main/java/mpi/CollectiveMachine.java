package mpi;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import mpj.collectives.Execution;
import mpj.collectives.Machine;
import mpj.collectives.Place;
import mpj.collectives.Schedule;
import mpj.engine.CollectiveMessages;
import mpj.engine.CollectiveOperation;
import mpj.engine.Engine;
import mpj.engine.ErrorClass;
import mpj.engine.Failure;
import mpj.engine.Inquiry;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpj.engine.SharedRooms;
import mpjbuf.Buffer;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;

/**
 * Carries out the schedule of one collective call at a time: messages through the engine, in the communicator's
 * collective context; copies and reductions in the program's buffers.
 *
 * <p>What goes wrong with data, such as a message longer than its receive or a user's function that throws, is kept
 * until the end: the collective first exchanges all its messages, so that none is left behind for the next one. From
 * then on the rank sends refusals in place of data, since it may not have got what it is to pass on: so nobody waits,
 * and nobody takes for a result what is none, but every rank that needed the data throws, naming the rank that failed.
 */
final class CollectiveMachine implements Machine {
    private static final byte[] NOTHING = {};
    /** Reductions from this size on let other threads into the engine meanwhile. */
    private static final long LONG_REDUCTION = 64 << 10;

    private final CollectiveMessages messages;
    /** Of the machine that the ranks of the communicator run their blocking calls on; else null. */
    private final Inquiry inquiry;
    private final int[] members;
    private final int rank;
    private final Region[] regions = new Region[Place.REGIONS];
    private final WorkArrays work = new WorkArrays();
    private final Execution execution = new Execution(this);
    private final StagedReduction staged = new StagedReduction();
    private final SharedSteps shared = new SharedSteps();
    /** What the program sends from the memory it receives into; made when it first does. */
    private Snapshot snapshot;
    /** What goes ahead of a call that does not wait, or null. */
    private CallCheck.Comparison comparison;
    /** The same, from the start until it is done. */
    private CallCheck.Comparison ahead;
    private final ArrivingObjects arriving = new ArrivingObjects(regions);
    /** The tag of every call on this machine, or negative when each has its own. */
    private int keptTag = -1;
    private Schedule schedule;
    private int tag;
    private boolean serialized;
    private int number;
    private long call;
    private int root;
    private Op op;
    /** What is to be done with what was received, or null. */
    private Unpacking unpacking;
    /** Memory that the ranks share and that the call has no need of, or null. */
    private SharedRooms passed;
    private boolean blocking;
    /** Under way, unless the call is blocking. */
    private CollectiveOperation operation;
    private final BooleanSupplier steps = this::carryOn;
    private RuntimeException failure;
    /** The rank that the failure is to be blamed on. */
    private int culprit;

    CollectiveMachine(Engine engine, int context, int[] members, int rank, Inquiry inquiry) {
        this.messages = engine.collective(context, inquiry);
        this.inquiry = inquiry;
        this.members = members;
        this.rank = rank;
        Arrays.setAll(regions, _ -> new Region());
    }

    /** Makes this the machine of one persistent call, whose starts have one tag. */
    void keepTag(int ofStarts) {
        keptTag = ofStarts;
    }

    /** Whether what was prepared is to be started again and again. */
    boolean isPersistent() {
        return keptTag >= 0;
    }

    int keptTag() {
        return keptTag;
    }

    Region region(Place place) {
        return regions[place.region()];
    }

    /** Forgets what a call has bound that was refused then. */
    void forget() {
        unpacking = null;
    }

    /** Binds the buffer of items that are received from one rank. */
    void receiveInto(Object buf, int offset, int count, Datatype datatype) {
        Region region = region(Place.RECEIVE);
        region.bind(buf, offset, datatype, count);
        if (datatype.overlaps(count)) {
            unpacking = new Unpacking(region, new mpj.collectives.Blocks.Equal(datatype.bytes(count)), 1);
        }
    }

    /** Binds the buffer of blocks that are received from so many ranks. */
    void receiveInto(Blocks blocks, int ranks) {
        Region region = region(Place.RECEIVE);
        blocks.bind(region, ranks);
        if (blocks.datatype().overlaps(Integer.MAX_VALUE)) {
            unpacking = new Unpacking(region, blocks.ofMessages(ranks), ranks);
        }
    }

    /**
     * Prepares a call whose regions are bound, but for {@link Place#WORK}. {@link #run} or {@link #operation} starts
     * it.
     *
     * @param ofMessages the tag of its messages
     * @param ofNumber the call's, in the order in which the ranks call
     * @param what this rank calls; see {@link CallWord}
     * @param from the root that it names, or 0
     * @param like the region whose elements the collective's own memory holds
     * @param with the operation, or null
     */
    void prepare(Schedule of, int ofMessages, int ofNumber, long what, int from, Region like, Op with) {
        schedule = of;
        tag = ofMessages;
        number = ofNumber;
        call = what;
        root = from;
        op = with;
        serialized = like != null && like.isSerialized();
        if (schedule.work() > 0) {
            work.bind(region(Place.WORK), schedule.work(), like, op != null);
        }
        Region sent = region(Place.SEND);
        Region received = region(Place.RECEIVE);
        if (sent.isBound() && received.isBound() && sent.overlaps(received)) {
            snapshot().bind(sent, op != null);
        }
    }

    /** Throws if a buffer is one of sections, which travels as a whole: no part of it could go to a rank. */
    void refuseSections() {
        if (region(Place.SEND).isSections() || region(Place.RECEIVE).isSections()) {
            throw new MPIException(ErrorClass.ERR_TYPE, "a buffer is a " + Buffer.class.getName()
                + ", which Bcast takes, and no other collective; pass a byte[] or a segment");
        }
    }

    private Snapshot snapshot() {
        if (snapshot == null) {
            snapshot = new Snapshot();
        }
        return snapshot;
    }

    /** Lets what is received go where nobody looks: the program has it in the bound {@link Place#SEND} already. */
    void receiveInPlace(long bytes) {
        region(Place.SEND).staysInPlace();
        snapshot().bindUnused(region(Place.RECEIVE), bytes, region(Place.SEND));
    }

    /** Lets a comparison go ahead of what was prepared. */
    void prepareAfter(CallCheck.Comparison first) {
        comparison = first;
    }

    /**
     * Lets what was prepared go through memory that the ranks share, or pass it by if it has no need of it.
     *
     * @param sharing that memory
     * @param like the region whose elements go through it, or null if none do
     */
    void prepareShared(SharedRooms sharing, Region like) {
        if (schedule.isShared() && schedule.posts()) {
            shared.prepare(sharing, call,
                like == null ? null : op == null ? Items.element(like.datatype()) : like.datatype());
        } else {
            passed = sharing;
        }
    }

    /** Starts what was prepared: takes what is to be sent, where it must be taken at once. */
    void start() {
        failure = null;
        messages.begin(schedule.requests(), tag);
        if (serialized) {
            arriving.begin(schedule.requests());
        }
        execution.start(schedule);
        if (unpacking != null || snapshot != null && snapshot.isBound()) {
            takeOver();
        }
    }

    /** Copies what is in the program's buffers, where they cannot be worked in. */
    private void takeOver() {
        try {
            if (unpacking != null) {
                unpacking.begin();
            }
            if (snapshot != null && snapshot.isBound()) {
                snapshot.take(region(Place.SEND));
            }
        } catch (IllegalStateException | WrongThreadException e) {
            failed(inaccessible(e), rank);
        }
    }

    private static MPIException inaccessible(RuntimeException e) {
        return new MPIException(ErrorClass.ERR_BUFFER, Failure.inaccessible(e));
    }

    /** Starts what was prepared, runs to the end, and throws what went wrong first, if anything did. */
    void run() {
        start();
        messages.enter();
        blocking = true;
        try {
            if (inquiry != null) {
                inquiry.open(number, call, root, schedule);
            }
            runSteps();
        } catch (RuntimeException e) {
            messages.abandon();
            failed(MPIException.of(e), rank);
        } finally {
            blocking = false;
            if (inquiry != null) {
                inquiry.close();
            }
            messages.leave();
            clear();
        }
        if (failure != null) {
            RuntimeException first = failure;
            failure = null;
            throw first;
        }
    }

    private void runSteps() {
        if (passed != null) {
            passed.pass();
        } else if (shared.areTaken()) {
            shared.begin(region(Place.SHARED));
        }
        execution.run();
        if (failure != null && shared.areTaken()) {
            shared.giveUp(MPIException.classOf(failure), culprit);
        }
        messages.drain();
        unpack();
    }

    private void unpack() {
        if (unpacking != null && failure == null) {
            try {
                unpacking.finish();
            } catch (IllegalStateException | WrongThreadException e) {
                failed(inaccessible(e), rank);
            }
        }
    }

    /** Whether a call runs on it: one of another thread, or that of the program's own operation which asks. */
    boolean isRunning() {
        messages.enter();
        try {
            return blocking;
        } finally {
            messages.leave();
        }
    }

    /** Starts what was prepared, as an operation that the engine carries on. */
    CollectiveOperation operation() {
        start();
        ahead = comparison;
        if (ahead != null) {
            ahead.start();
        }
        operation = new CollectiveOperation(messages.context(), steps);
        return operation;
    }

    /** Runs as far as it can without waiting, with the engine's lock held. True at the end, also after an error. */
    private boolean carryOn() {
        try {
            if (!compared() || !execution.advance()) {
                return false;
            }
            unpack();
        } catch (RuntimeException e) {
            messages.abandon();
            failed(MPIException.of(e), rank);
        }
        clear();
        if (failure != null) {
            operation.failed(MPIException.classOf(failure), MPIException.text(failure));
        }
        return true;
    }

    private boolean compared() {
        if (ahead != null && !ahead.advance()) {
            return false;
        }
        ahead = null;
        return true;
    }

    /** Carries out what can be without waiting, with the engine's lock held; true when nothing is left. */
    boolean advance() {
        return execution.advance();
    }

    /** Lets go of the program's memory; what can be started again keeps it. */
    void clear() {
        passed = null;
        shared.clear();
        if (isPersistent()) {
            for (Region region : regions) {
                region.rest();
            }
            return;
        }
        comparison = null;
        unpacking = null;
        for (Region region : regions) {
            region.clear();
        }
        if (snapshot != null) {
            snapshot.clear();
        }
    }

    private void failed(RuntimeException e, int blamed) {
        if (failure == null) {
            failure = e;
            culprit = blamed;
        } else if (failure != e) {
            failure.addSuppressed(e);
        }
    }

    private void failed(Failure by) {
        failed(new MPIException(by), by.refusedBy() == Failure.NOBODY ? rank : by.refusedBy());
    }

    @Override
    public void send(int request, int peer, int region, long at, long bytes) {
        Region from = regions[region];
        if (bytes == 0) {
            messages.send(request, NOTHING, ElementType.BYTE, 0, 0, SectionHeader.pack(ElementType.BYTE.code(), 0),
                members[peer]);
        } else if (failure != null) {
            refuse(request, peer);
        } else if (from.isSerialized()) {
            sendObjects(request, peer, from, at, bytes);
        } else {
            messages.send(request, from.buffer(), from.type(), from.from(at), bytes,
                SectionHeader.pack(from.datatype().code(), from.elements(bytes)), members[peer]);
        }
    }

    private void sendObjects(int request, int peer, Region from, long at, long bytes) {
        Outgoing message;
        try {
            message = Outgoing.of(from.array(), from.index(at), from.items(bytes), from.datatype());
        } catch (MPIException e) {
            failed(e, rank);
            refuse(request, peer);
            return;
        }
        messages.send(request, message.buffer(), message.type(), message.from(), message.bytes(), message.header(),
            members[peer]);
    }

    private void refuse(int request, int peer) {
        messages.send(request, NOTHING, ElementType.BYTE, 0, 0, Receive.refusal(MPIException.classOf(failure), culprit),
            members[peer]);
    }

    @Override
    public void receive(int request, int peer, int region, long at, long bytes) {
        Region to = regions[region];
        if (bytes == 0) {
            messages.receive(request, NOTHING, ElementType.BYTE, ElementType.BYTE.code(), 0, 0, members[peer]);
        } else if (to.isSerialized()) {
            arriving.expect(request, region, at);
            messages.receive(request, null, ElementType.BYTE, Receive.OBJECTS, 0, bytes, members[peer]);
        } else {
            messages.receive(request, to.buffer(), to.type(), to.datatype().code(), to.from(at), bytes,
                members[peer]);
        }
    }

    @Override
    public boolean completed(int request) {
        if (!messages.completed(request)) {
            return false;
        }
        conclude(request);
        return true;
    }

    @Override
    public void await(int request) {
        messages.await(request);
        conclude(request);
    }

    private void conclude(int request) {
        Operation done = messages.take(request);
        if (done == null) {
            return;
        }
        if (done.hasFailed()) {
            concludeFailed(done);
        } else if (done instanceof Receive receive) {
            if (receive.matchedType() == Receive.OBJECTS) {
                try {
                    arriving.restore(request, receive);
                } catch (MPIException e) {
                    failed(e, rank);
                }
            } else if (receive.isShort()) {
                failed(CallWord.misfit(receive, members, call, root), rank);
            }
        }
    }

    /** Keeps an error of data; any other one stands in the way of going on. */
    private void concludeFailed(Operation done) {
        ErrorClass error = done.failure().error();
        if (done.failure().refusedBy() == Failure.NOBODY && error != ErrorClass.ERR_TRUNCATE
            && error != ErrorClass.ERR_TYPE && error != ErrorClass.ERR_BUFFER) {
            throw new MPIException(done.failure());
        }
        if (done instanceof Receive receive && error == ErrorClass.ERR_TRUNCATE
            && done.failure().refusedBy() == Failure.NOBODY && receive.matchedType() != Receive.OBJECTS) {
            failed(CallWord.misfit(receive, members, call, root), rank);
        } else {
            failed(done.failure());
        }
    }

    @Override
    public void copy(int region, long at, int toRegion, long to, long bytes) {
        if (failure != null && shared.areTaken()) {
            return; // what others need is refused, and what they have written may be anything
        }
        try {
            regions[region].copy(at, regions[toRegion], to, bytes);
        } catch (MPIException e) {
            failed(e, rank);
        } catch (IllegalStateException | WrongThreadException e) {
            failed(inaccessible(e), rank);
        }
    }

    @Override
    public void post(int stage) {
        if (failure != null) {
            shared.refuse(MPIException.classOf(failure), culprit);
        }
        shared.post(stage);
    }

    @Override
    public void note(long at, long number) {
        shared.note(at, number);
    }

    @Override
    public void expect(int peer, long at, long number) {
        if (failure == null) {
            Failure misfit = shared.compare(peer, at, number);
            if (misfit != null) {
                failed(misfit);
            }
        }
    }

    @Override
    public boolean posted(int peer, int stage) {
        return shared.posted(peer, stage);
    }

    /** A rank that has failed waits for nobody: what it still says in this collective are refusals. */
    @Override
    public void watch(int peer, int stage) {
        if (failure != null) {
            return;
        }
        Failure refused = shared.watch(peer, stage);
        if (refused != null) {
            failed(refused);
        }
    }

    @Override
    public void reduce(int region, long at, int toRegion, long to, long bytes) {
        if (failure != null) {
            return; // what arrived may be anything
        }
        boolean letOthersIn = blocking && (bytes >= LONG_REDUCTION || !op.isPredefined());
        if (letOthersIn) {
            messages.leave();
        }
        try {
            Region lower = regions[region];
            Region upper = regions[toRegion];
            if (!staged.serves(op, lower, at, upper, to, bytes)) {
                op.apply(lower.array(), lower.index(at), upper.array(), upper.index(to), upper.items(bytes),
                    upper.datatype());
            } else {
                staged.reduce(op, lower, at, upper, to, bytes);
            }
        } catch (RuntimeException e) {
            failed(e, rank);
        } finally {
            if (letOthersIn) {
                messages.enter();
            }
        }
    }
}
