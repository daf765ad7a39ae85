package mpj.core.collective;

import java.util.function.BooleanSupplier;
import mpj.collectives.Collective;
import mpj.collectives.Execution;
import mpj.collectives.Machine;
import mpj.collectives.Place;
import mpj.collectives.Schedule;
import mpj.core.datatype.Items;
import mpj.core.message.Outgoing;
import mpj.core.op.OpDescriptor;
import mpj.engine.CollectiveMessages;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Failure;
import mpj.engine.Inquiry;
import mpj.engine.Operation;
import mpj.engine.Receive;
import mpj.engine.SharedRooms;
import mpj.engine.SteppedOperation;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;

/**
 * Carries out the schedule of one collective call at a time. It sends messages through the engine, in the
 * communicator's collective context, and it copies and reduces in the program's buffers.
 *
 * <p>An error of data, such as a message longer than its receive or a user's function that throws, is kept until the
 * end. The collective first exchanges all its messages, so that none is left behind for the next collective. After the
 * error the rank may lack the data that it has to pass on, so it sends refusals in place of data. Thus no rank waits
 * for ever, and no rank takes wrong data for a result. Every rank that needed the data throws, and names the rank that
 * failed.
 */
final class CollectiveMachine extends CallCarrier implements Machine {
    private static final byte[] NOTHING = {};
    /** In bytes. A reduction of this size or more lets other threads into the engine while it runs. */
    private static final long LONG_REDUCTION = 64 << 10;

    private final Collectives collectives;
    private final CollectiveMessages messages;
    /**
     * Asks other ranks what they call. Only the machine for a communicator's blocking calls has one; otherwise null.
     */
    private final Inquiry inquiry;
    private final int[] members;
    private final Participants ranks;
    private final CallWord calls;
    private final int rank;
    private final CallBuffers buffers = new CallBuffers();
    private final Region[] regions = buffers.regions();
    private final Execution execution = new Execution(this);
    private final StagedReduction staged = new StagedReduction();
    private final SharedSteps shared;
    /** The comparison that precedes a call that does not block, or null. */
    private CallCheck.Comparison comparison;
    /** The same comparison while it is under way; null when it is done. */
    private CallCheck.Comparison ahead;
    private final ArrivingObjects arriving = new ArrivingObjects(regions);
    /** Whether the prepared call is to be started again and again. */
    private boolean persistent;
    private CollectiveCall call;
    private Schedule schedule;
    private OpDescriptor op;
    /** Memory that the ranks share but this call does not use, or null. */
    private SharedRooms passed;
    private boolean blocking;
    /** The operation under way; null for a blocking call. */
    private SteppedOperation operation;
    private final BooleanSupplier steps = this::carryOn;
    private RuntimeException failure;
    /** The rank to blame for the failure. */
    private int culprit;

    CollectiveMachine(Collectives collectives, Engine engine, int context, Participants ranks, CallWord calls,
                      Inquiry inquiry) {
        this.collectives = collectives;
        this.messages = engine.collective(context, inquiry);
        this.inquiry = inquiry;
        this.ranks = ranks;
        this.members = ranks.members();
        this.calls = calls;
        this.shared = new SharedSteps(calls);
        this.rank = ranks.rank();
    }

    @Override
    RuntimeException raise(RuntimeException e) {
        return collectives.raise(e);
    }

    @Override
    boolean isRoot(int root) {
        return collectives.isRoot(root);
    }

    @Override
    boolean runByLibrary(CollectiveCall by) {
        LibraryRun library = collectives.library(by);
        if (library == null) {
            return false;
        }
        try {
            bind(by);
            if (buffers.areCopied()) {
                buffers.takeOver();
            }
            library.run(by, buffers);
            buffers.unpack();
        } finally {
            clear();
            by.forget();
        }
        return true;
    }

    @Override
    void bind(CollectiveCall bound) {
        collectives.binding().bind(bound, buffers);
    }

    @Override
    void bindOwn(CollectiveCall own) {
        collectives.ownBinding().bind(own, buffers);
    }

    @Override
    int nextTag(Collective collective) {
        return collectives.nextTag(collective);
    }

    @Override
    int persistentTag(Collective collective) {
        return collectives.persistentTag(collective);
    }

    @Override
    long word(CollectiveCall of) {
        return CallWord.of(of);
    }

    @Override
    void compare(CollectiveCall with) {
        CallCheck.Comparison first = collectives.compare(with);
        if (comparison != first) {
            comparison = first;
        }
    }

    @Override
    Schedule schedule(CollectiveCall of) {
        return collectives.schedule(of);
    }

    /** Makes this the machine of one persistent call. */
    @Override
    void makePersistent() {
        persistent = true;
    }

    /** Prepares a call whose buffers are bound, and that has its schedule. */
    @Override
    void prepare(CollectiveCall prepared) {
        if (call != prepared) {
            call = prepared;
        }
        schedule = prepared.schedule();
        op = prepared.heldOp();
        buffers.bindOwn(schedule.work(), prepared.like(), op != null);
        SharedRooms rooms = collectives.rooms(prepared);
        if (rooms != null) {
            prepareShared(rooms, prepared.like());
        }
    }

    /**
     * Tells the prepared call of memory that the ranks share. If the call's schedule uses such memory, the call goes
     * through it. If not, the rank only takes its turn in that memory, without a post.
     *
     * @param sharing that memory
     * @param like the region whose elements go through it, or null if none do
     */
    private void prepareShared(SharedRooms sharing, Region like) {
        if (schedule.isShared() && schedule.posts()) {
            shared.prepare(sharing, call.word(),
                like == null ? null : op == null ? Items.element(like.datatype()) : like.datatype());
        } else {
            passed = sharing;
        }
    }

    /** Starts the prepared call. Copies the data to send, if they have to be copied at the start. */
    @Override
    void start() {
        failure = null;
        messages.begin(schedule.requests(), call.tag());
        if (call.isSerialized()) {
            arriving.begin(schedule.requests());
        }
        execution.start(schedule);
        if (buffers.areCopied()) {
            takeOver();
        }
    }

    private void takeOver() {
        try {
            call.pack(buffers);
        } catch (IllegalStateException | WrongThreadException e) {
            failed(inaccessible(e), rank);
        }
    }

    private static EngineException inaccessible(RuntimeException e) {
        return new EngineException(ErrorClass.ERR_BUFFER, Failure.inaccessible(e));
    }

    /** Starts the prepared call and runs it to its end. Throws the first error, if there was one. */
    @Override
    void run() {
        start();
        messages.acquire();
        blocking = true;
        try {
            if (inquiry != null) {
                inquiry.open(Collectives.number(call.tag()), call.word(), call.root(), schedule);
            }
            runSteps();
        } catch (RuntimeException e) {
            messages.abandon();
            failed(EngineException.of(e), rank);
        } finally {
            blocking = false;
            if (inquiry != null) {
                inquiry.close();
            }
            messages.release();
            clear();
        }
        if (failure != null) {
            RuntimeException first = failure;
            failure = null;
            throw first;
        }
    }

    private void runSteps() {
        assert messages.isHeldByMe();
        if (passed != null) {
            passed.pass(call.word());
        } else if (shared.areTaken()) {
            shared.begin(buffers.region(Place.SHARED));
        }
        execution.run();
        if (failure != null && shared.areTaken()) {
            shared.giveUp(EngineException.classOf(failure), culprit);
        }
        messages.drain();
        unpack();
    }

    private void unpack() {
        if (failure == null && buffers.areUnpacked()) {
            try {
                call.unpack(buffers);
            } catch (IllegalStateException | WrongThreadException e) {
                failed(inaccessible(e), rank);
            }
        }
    }

    /**
     * Whether a call runs on this machine. Another thread may have made that call, or it may be the call whose
     * user-defined operation asks this.
     */
    boolean isRunning() {
        messages.acquire();
        try {
            return blocking;
        } finally {
            messages.release();
        }
    }

    /** Starts the prepared call as an operation that the engine carries on. */
    SteppedOperation operation() {
        start();
        ahead = comparison;
        if (ahead != null) {
            ahead.start();
        }
        if (persistent && operation != null) {
            operation.again();
        } else {
            operation = new SteppedOperation(messages.context(), steps);
        }
        return operation;
    }

    @Override
    Operation launch() {
        return collectives.start(this);
    }

    @Override
    Operation launchAgain() {
        return collectives.startAgain(this);
    }

    /**
     * Runs as far as it can without waiting, with the engine's lock held. Returns true at the end, also after an error.
     */
    private boolean carryOn() {
        assert messages.isHeldByMe();
        try {
            if (!compared() || !execution.advance()) {
                return false;
            }
            unpack();
        } catch (RuntimeException e) {
            messages.abandon();
            failed(EngineException.of(e), rank);
        }
        clear();
        call.exchanged();
        if (failure != null) {
            operation.failed(EngineException.classOf(failure), EngineException.text(failure));
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

    /** Goes on as far as it can without waiting, with the engine's lock held. Returns true when nothing is left. */
    @Override
    boolean advance() {
        assert messages.isHeldByMe();
        return execution.advance();
    }

    /** Lets go of the program's memory; a persistent call keeps it. */
    @Override
    void clear() {
        passed = null;
        shared.clear();
        if (persistent) {
            buffers.rest();
            return;
        }
        comparison = null;
        buffers.clear();
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
        int blamed = by.refusedBy() == Failure.NO_RANK ? rank : by.refusedBy();
        failed(new EngineException(by.error(), ranks.named(by.text(), by.refusedBy())), blamed);
    }

    @Override
    public void send(int request, int peer, int region, long at, long bytes) {
        if (bytes == 0) {
            messages.send(request, NOTHING, ElementType.BYTE, 0, 0, SectionHeader.pack(ElementType.BYTE.code(), 0),
                members[peer]);
            return;
        }
        Region from = regions[region].at(at);
        if (failure != null) {
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
        } catch (EngineException e) {
            failed(e, rank);
            refuse(request, peer);
            return;
        }
        messages.send(request, message.buffer(), message.type(), message.from(), message.bytes(), message.header(),
            members[peer]);
    }

    private void refuse(int request, int peer) {
        messages.send(request, NOTHING, ElementType.BYTE, 0, 0, Receive.refusal(EngineException.classOf(failure),
            culprit),
            members[peer]);
    }

    @Override
    public void receive(int request, int peer, int region, long at, long bytes) {
        if (bytes == 0) {
            messages.receive(request, NOTHING, ElementType.BYTE, ElementType.BYTE.code(), 0, 0, members[peer]);
            return;
        }
        Region to = regions[region].at(at);
        if (to.isSerialized()) {
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
                } catch (EngineException e) {
                    failed(e, rank);
                }
            } else if (receive.isShort()) {
                failed(calls.misfit(receive, call.word(), call.root()), rank);
            }
        }
    }

    /**
     * Handles a failed send or receive. An error of data is kept for the end. Any other error is thrown, since the
     * collective cannot go on.
     */
    private void concludeFailed(Operation done) {
        ErrorClass error = done.failure().error();
        if (done.failure().refusedBy() == Failure.NO_RANK && error != ErrorClass.ERR_TRUNCATE
            && error != ErrorClass.ERR_TYPE && error != ErrorClass.ERR_BUFFER) {
            throw new EngineException(done.failure());
        }
        if (done instanceof Receive receive && error == ErrorClass.ERR_TRUNCATE
            && done.failure().refusedBy() == Failure.NO_RANK && receive.matchedType() != Receive.OBJECTS) {
            failed(calls.misfit(receive, call.word(), call.root()), rank);
        } else {
            failed(done.failure());
        }
    }

    @Override
    public void copy(int region, long at, int toRegion, long to, long bytes) {
        if (failure != null && shared.areTaken()) {
            return; // this rank refuses what others need, and their data here may be anything
        }
        try {
            if (bytes > 0) {
                regions[region].at(at).copy(at, regions[toRegion].at(to), to, bytes);
            }
        } catch (EngineException e) {
            failed(e, rank);
        } catch (IllegalStateException | WrongThreadException e) {
            failed(inaccessible(e), rank);
        }
    }

    @Override
    public void post(int stage) {
        if (failure != null) {
            shared.refuse(EngineException.classOf(failure), culprit);
        }
        shared.post(stage);
    }

    /** A rank that has failed may not write to its room, which others may still read. */
    @Override
    public void note(long at, long number) {
        if (failure == null) {
            shared.note(at, number);
        }
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
    public boolean isRoomFree() {
        return shared.isRoomFree();
    }

    @Override
    public void awaitRoomFree() {
        if (failure != null) {
            return; // its first refusal waits for the room
        }
        Failure refused = shared.awaitRoomFree();
        if (refused != null) {
            failed(refused);
        }
    }

    /** What this rank has seen of the others counts only if it has waited for all of them. */
    @Override
    public void allHaveBegun() {
        if (failure == null) {
            shared.allHaveBegun();
        }
    }

    @Override
    public boolean posted(int peer, int stage) {
        return shared.posted(peer, stage);
    }

    /**
     * Waits for a post, unless this rank has failed. A rank that has failed need not wait, because all its further
     * posts in this collective are refusals.
     */
    @Override
    public void awaitStage(int peer, int stage) {
        if (failure != null) {
            return;
        }
        Failure refused = shared.awaitStage(peer, stage);
        if (refused != null) {
            failed(refused);
        }
    }

    @Override
    public void reduce(int region, long at, int toRegion, long to, long bytes) {
        if (failure != null) {
            return; // the data that arrived may be anything
        }
        boolean stepsAside = blocking && (bytes >= LONG_REDUCTION || !op.isPredefined());
        if (stepsAside) {
            messages.stepAside();
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
            if (stepsAside) {
                messages.stepBack();
            }
        }
    }
}
