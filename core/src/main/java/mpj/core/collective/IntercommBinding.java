package mpj.core.collective;

import mpj.collectives.Collective;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.core.datatype.Constants;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.message.InPlace;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * Checks what a program passes to a collective between two groups, and binds its buffers, as {@link CallBinding} does
 * for one group. A table in package {@code mpj.collectives.intercomm} says which buffer each group uses, and for what.
 */
final class IntercommBinding {
    private final Participants ranks;
    /** The number of ranks in the other group. */
    private final int remote;

    IntercommBinding(Participants ranks) {
        this.ranks = ranks;
        remote = ranks.peers();
    }

    void bind(CollectiveCall call, CallBuffers buffers) {
        if (call.argumentSent().buffer() == InPlace.IN_PLACE || call.argumentReceived().buffer() == InPlace.IN_PLACE) {
            throw InPlace.betweenGroups();
        }
        bindBuffers(call, buffers);
        call.setBetweenGroups();
    }

    private void bindBuffers(CollectiveCall call, CallBuffers buffers) {
        switch (call.collective()) {
            case BARRIER -> call.setElements(TypeDescriptor.BYTE, 0, null);
            case BCAST, GATHER, GATHERV, SCATTER, SCATTERV, REDUCE -> bindRooted(call, buffers);
            case ALLGATHER, ALLGATHERV -> allgather(call, buffers);
            case ALLTOALL, ALLTOALLV, ALLTOALLW -> alltoall(call, buffers);
            case ALLREDUCE -> allreduce(call, buffers);
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> CallBinding.reduceScatter(call, buffers, ranks);
            default -> throw new EngineException(ErrorClass.ERR_COMM, call.collective().label()
                + " is not defined between two groups; merge them into one communicator first");
        }
    }

    // ------------------------------------------------------------------------------------------- with a root

    private void bindRooted(CollectiveCall call, CallBuffers buffers) {
        int root = call.argumentRoot();
        if (root == Constants.PROC_NULL) {
            // MPI ignores the buffers of this rank.
            call.setElements(TypeDescriptor.BYTE, 0, null);
            call.setRoot(Problem.NO_ROOT);
        } else if (root == Constants.ROOT) {
            atRoot(call, buffers);
            call.setRoot(ranks.rank());
        } else if (root >= 0 && root < remote) {
            atRemote(call, buffers);
            call.setRoot(ranks.remote(root));
        } else {
            throw new EngineException(ErrorClass.ERR_ROOT, "root is " + root + "; it must be 0 to " + (remote - 1)
                + ", a rank of the remote group, or in the root's group MPI.ROOT or MPI.PROC_NULL");
        }
    }

    private void atRoot(CollectiveCall call, CallBuffers buffers) {
        switch (call.collective()) {
            case BCAST -> {
                DescribedBuffer items = call.argumentReceived();
                items.checkSendWhole();
                items.bindWhole(buffers.region(Place.RECEIVE));
                call.setElements(items.datatype(), items.wholeBytes(), buffers.region(Place.RECEIVE));
            }
            case GATHER, GATHERV -> {
                DescribedBuffer blocks = call.argumentReceived();
                blocks.checkReceive(remote);
                buffers.receiveInto(blocks, remote);
                call.setElements(blocks.datatype(), blocks.bytesOfEach(), buffers.region(Place.RECEIVE));
                call.setBlocksReceived();
            }
            case SCATTER, SCATTERV -> {
                DescribedBuffer blocks = call.argumentSent();
                blocks.checkSend(remote);
                blocks.bind(buffers.region(Place.SEND), remote);
                call.setElements(blocks.datatype(), blocks.bytesOfEach(), buffers.region(Place.SEND));
                call.setBlocksSent();
            }
            default -> {
                DescribedBuffer results = call.argumentReceived();
                results.checkReceiveWhole();
                CollectiveArguments.checkOp(call.op(), results.datatype());
                results.bindWhole(buffers.region(Place.RECEIVE));
                call.setElements(results.datatype(), results.bytes(), buffers.region(Place.RECEIVE));
            }
        }
    }

    private void atRemote(CollectiveCall call, CallBuffers buffers) {
        switch (call.collective()) {
            case BCAST, SCATTER, SCATTERV -> {
                DescribedBuffer items = call.argumentReceived();
                items.checkReceiveWhole();
                buffers.receiveInto(items);
                call.setElements(items.datatype(), items.wholeBytes(), buffers.region(Place.RECEIVE));
            }
            default -> {
                DescribedBuffer items = call.argumentSent();
                items.checkSendWhole();
                if (call.collective() == Collective.REDUCE) {
                    CollectiveArguments.checkOp(call.op(), items.datatype());
                }
                items.bindWhole(buffers.region(Place.SEND));
                call.setElements(items.datatype(), items.bytes(), buffers.region(Place.SEND));
            }
        }
    }

    // ------------------------------------------------------------------------------------------- without one

    private void allgather(CollectiveCall call, CallBuffers buffers) {
        DescribedBuffer items = call.argumentSent();
        DescribedBuffer blocks = call.argumentReceived();
        items.checkSendWhole();
        blocks.checkReceive(remote);
        items.bindWhole(buffers.region(Place.SEND));
        buffers.receiveInto(blocks, remote);
        call.setElements(items.datatype(), items.bytes(), buffers.region(Place.SEND));
        call.setBlocksReceived();
    }

    private void alltoall(CollectiveCall call, CallBuffers buffers) {
        DescribedBuffer sent = call.argumentSent();
        DescribedBuffer received = call.argumentReceived();
        sent.checkSend(remote);
        received.checkReceive(remote);
        sent.bind(buffers.region(Place.SEND), remote);
        buffers.receiveInto(received, remote);
        call.setElements(sent.datatype(), sent.bytesOfEach(), buffers.region(Place.SEND));
        call.setBlocksSent();
        call.setBlocksReceived();
    }

    private void allreduce(CollectiveCall call, CallBuffers buffers) {
        DescribedBuffer operands = call.argumentSent();
        DescribedBuffer results = call.argumentReceived();
        operands.checkSendWhole();
        results.checkReceiveWhole();
        CollectiveArguments.checkOp(call.op(), operands.datatype());
        operands.bindWhole(buffers.region(Place.SEND));
        results.bindWhole(buffers.region(Place.RECEIVE));
        call.setElements(operands.datatype(), operands.bytes(), buffers.region(Place.SEND));
    }
}
