package mpj.core.collective;

import java.util.Arrays;
import mpj.collectives.Collective;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Schedule;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.message.BufferArgument;
import mpj.core.op.OpDescriptor;

/**
 * Checks what a program passes to a collective, and binds the buffers: {@link Place#SEND} to the data that this rank
 * sends, {@link Place#RECEIVE} to the data that it receives. Each communicator has one instance.
 */
final class CallBinding {
    private final Participants ranks;
    private final int size;
    private final int rank;
    /** Binds the calls between two groups; null in a communicator of one group. */
    private final IntercommBinding between;

    CallBinding(Participants ranks) {
        this.ranks = ranks;
        between = ranks.isInter() ? new IntercommBinding(ranks) : null;
        this.size = ranks.size();
        this.rank = ranks.rank();
    }

    void bind(CollectiveCall call, CallBuffers buffers) {
        if (between != null) {
            between.bind(call, buffers);
        } else {
            bindInGroup(call, buffers);
        }
        if (call.type() == TypeDescriptor.PACKED && call.collective() != Collective.BCAST) {
            buffers.refuseSections();
        }
    }

    private void bindInGroup(CollectiveCall call, CallBuffers buffers) {
        switch (call.collective()) {
            case BARRIER -> call.setElements(TypeDescriptor.BYTE, 0, null);
            case BCAST -> bcast(call, buffers);
            case GATHER, GATHERV -> gather(call, buffers);
            case SCATTER, SCATTERV -> scatter(call, buffers);
            case ALLGATHER, ALLGATHERV -> allgather(call, buffers);
            case ALLTOALL, ALLTOALLV, ALLTOALLW -> alltoall(call, buffers);
            case REDUCE -> reduce(call, buffers);
            case ALLREDUCE, SCAN, EXSCAN -> combine(call, buffers);
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> reduceScatter(call, buffers, ranks);
            case NEIGHBOR_ALLGATHER -> neighborAllgather(call, buffers);
            case NEIGHBOR_ALLTOALL -> neighbors(call, buffers, call.argumentSent());
            default -> throw new IllegalArgumentException(call.collective().label());
        }
    }

    private void bcast(CollectiveCall call, CallBuffers buffers) {
        DescribedBuffer items = call.argumentReceived();
        CollectiveArguments.checkRoot(call.argumentRoot(), size);
        if (rank == call.argumentRoot()) {
            items.checkSendWhole();
            items.bindWhole(buffers.region(Place.RECEIVE));
        } else {
            items.checkReceiveWhole();
            buffers.receiveInto(items);
        }
        call.setElements(items.datatype(), items.wholeBytes(), buffers.region(Place.RECEIVE));
    }

    private void gather(CollectiveCall call, CallBuffers buffers) {
        DescribedBuffer items = call.argumentSent();
        DescribedBuffer blocks = call.argumentReceived();
        CollectiveArguments.checkRoot(call.argumentRoot(), size);
        boolean atRoot = rank == call.argumentRoot();
        if (atRoot && items.isInPlace()) {
            gatherInPlace(call, buffers);
            return;
        }
        items.checkSendWhole();
        if (atRoot) {
            blocks.checkReceive(size);
            CollectiveArguments.checkOwn(items.count(), items.datatype(), blocks.count(rank), blocks.datatype());
            buffers.receiveInto(blocks, size);
        }
        items.bindWhole(buffers.region(Place.SEND));
        call.setElements(items.datatype(), items.bytes(), buffers.region(Place.SEND));
        if (atRoot) {
            call.setBlocksReceived();
        }
    }

    /** Binds a call in which this rank sends its own block of the receive buffer. */
    private void gatherInPlace(CollectiveCall call, CallBuffers buffers) {
        DescribedBuffer blocks = call.argumentReceived();
        blocks.checkReceive(size);
        buffers.receiveInto(blocks, size);
        Region region = buffers.region(Place.SEND);
        region.bind(blocks.buffer(), blocks.offset(rank), blocks.datatype(), blocks.count(rank));
        region.noteInPlace();
        call.setElements(blocks.datatype(), blocks.datatype().bytes(blocks.count(rank)), region);
        call.setBlocksReceived();
    }

    private void scatter(CollectiveCall call, CallBuffers buffers) {
        DescribedBuffer blocks = call.argumentSent();
        DescribedBuffer items = call.argumentReceived();
        CollectiveArguments.checkRoot(call.argumentRoot(), size);
        boolean atRoot = rank == call.argumentRoot();
        Region region = buffers.region(Place.RECEIVE);
        if (atRoot && items.isInPlace()) {
            blocks.checkSend(size);
            blocks.bind(buffers.region(Place.SEND), size);
            long bytes = blocks.datatype().bytes(blocks.count(rank));
            buffers.receiveInPlace(bytes);
            call.setElements(blocks.datatype(), bytes, region);
            call.setBlocksSent();
            return;
        }
        items.checkReceiveWhole();
        if (atRoot) {
            blocks.checkSend(size);
            CollectiveArguments.checkOwn(blocks.count(rank), blocks.datatype(), items.count(), items.datatype());
            blocks.bind(buffers.region(Place.SEND), size);
        }
        buffers.receiveInto(items);
        call.setElements(items.datatype(), items.bytes(), region);
        if (atRoot) {
            call.setBlocksSent();
        }
    }

    private void allgather(CollectiveCall call, CallBuffers buffers) {
        DescribedBuffer items = call.argumentSent();
        DescribedBuffer blocks = call.argumentReceived();
        if (items.isInPlace()) {
            gatherInPlace(call, buffers);
            return;
        }
        items.checkSendWhole();
        blocks.checkReceive(size);
        CollectiveArguments.checkOwn(items.count(), items.datatype(), blocks.count(rank), blocks.datatype());
        items.bindWhole(buffers.region(Place.SEND));
        buffers.receiveInto(blocks, size);
        call.setElements(items.datatype(), items.bytes(), buffers.region(Place.SEND));
        call.setBlocksReceived();
    }

    private void alltoall(CollectiveCall call, CallBuffers buffers) {
        DescribedBuffer sent = call.argumentSent();
        DescribedBuffer received = call.argumentReceived();
        boolean inPlace = sent.isInPlace();
        if (!inPlace) {
            sent.checkSend(size);
        }
        received.checkReceive(size);
        if (inPlace) {
            sent.become(received);
        }
        CollectiveArguments.checkOwn(sent.count(rank), sent.datatype(rank), received.count(rank),
            received.datatype(rank));
        Region region = buffers.region(Place.SEND);
        sent.bind(region, size);
        if (inPlace) {
            region.noteInPlace();
        }
        buffers.receiveInto(received, size);
        call.setElements(sent.datatype(), sent.bytesOfEach(), region);
        call.setBlocksSent();
        call.setBlocksReceived();
    }

    private void reduce(CollectiveCall call, CallBuffers buffers) {
        CollectiveArguments.checkRoot(call.argumentRoot(), size);
        if (rank == call.argumentRoot()) {
            combine(call, buffers);
            return;
        }
        DescribedBuffer items = call.argumentSent();
        items.checkSendWhole();
        CollectiveArguments.checkOp(call.op(), items.datatype());
        items.bindWhole(buffers.region(Place.SEND));
        call.setElements(items.datatype(), items.bytes(), buffers.region(Place.SEND));
    }

    /** Binds a reduction on a rank that gets results. */
    private void combine(CollectiveCall call, CallBuffers buffers) {
        DescribedBuffer operands = call.argumentSent();
        DescribedBuffer results = call.argumentReceived();
        boolean inPlace = operands.isInPlace();
        if (!inPlace) {
            operands.checkSendWhole();
        }
        results.checkReceiveWhole();
        CollectiveArguments.checkOp(call.op(), results.datatype());
        (inPlace ? results : operands).bindWhole(buffers.region(Place.SEND));
        results.bindWhole(buffers.region(Place.RECEIVE));
        call.setElements(results.datatype(), results.bytes(), buffers.region(Place.SEND));
    }

    /**
     * Binds a reduce-scatter. The counts are those of this process's group, even if the results are the other group's.
     */
    static void reduceScatter(CollectiveCall call, CallBuffers buffers, Participants ranks) {
        DescribedBuffer sent = call.argumentSent();
        DescribedBuffer results = call.argumentReceived();
        int size = ranks.localSize();
        sent.checkCounts(size);
        TypeDescriptor datatype = sent.datatype();
        if (datatype == null) {
            throw BufferArgument.noDatatype("sendbuf", BufferArgument.WHOLE);
        }
        int own = sent.count(ranks.localRank());
        int all = sent.total(size);
        if (sent.isInPlace()) {
            sent.become(results.name(), results.buffer(), results.offset());
        }
        BufferArgument.checkSend(sent.name(), sent.buffer(), sent.offset(), all, datatype);
        BufferArgument.checkReceive(results.name(), results.buffer(), results.offset(), own, datatype);
        OpDescriptor op = call.op();
        CollectiveArguments.checkOp(op, datatype);
        Region region = buffers.region(Place.SEND);
        region.bind(sent.buffer(), sent.offset(), datatype, all);
        buffers.region(Place.RECEIVE).bind(results.buffer(), results.offset(), datatype, own);
        call.setElements(datatype, datatype.bytes(own), region);
        call.setBlocksSent();
    }

    /** Binds a call in which each neighbour gets the same data. */
    private void neighborAllgather(CollectiveCall call, CallBuffers buffers) {
        DescribedBuffer items = call.argumentSent();
        int neighbors = ranks.neighborhood().destinations();
        int[] counts = new int[neighbors];
        Arrays.fill(counts, items.count());
        items.varying(items.name(), items.buffer(), items.offset(), counts, new int[neighbors], items.datatype());
        neighbors(call, buffers, items);
    }

    private void neighbors(CollectiveCall call, CallBuffers buffers, DescribedBuffer sent) {
        Neighborhood neighborhood = ranks.neighborhood();
        DescribedBuffer received = call.argumentReceived();
        int sources = neighborhood.sources();
        int destinations = neighborhood.destinations();
        sent.checkSend(destinations);
        received.checkReceive(sources);
        neighborhood.exchange().forEachCopy(rank, (from, to) -> CollectiveArguments.checkOwn(sent.count(from),
            sent.datatype(from), received.count(to), received.datatype(to)));
        Region region = buffers.region(Place.SEND);
        sent.bind(region, destinations);
        buffers.receiveInto(received, sources);
        call.setElements(sent.datatype(), 0, region);
        Problem problem = Problem.of(rank, size, 0, 0, sent.datatype().elementBytes())
            .blocks(sent.ofMessages(destinations), received.ofMessages(sources));
        call.setSchedule(Schedule.of(neighborhood.exchange(), problem));
    }
}
