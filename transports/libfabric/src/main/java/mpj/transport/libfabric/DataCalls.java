package mpj.transport.libfabric;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import mpj.bindings.Linux;
import mpj.bindings.libfabric.fi_ops_cq;
import mpj.bindings.libfabric.fi_ops_msg;
import mpj.bindings.libfabric.fi_ops_rma;
import mpj.bindings.libfabric.fi_ops_tagged;
import mpj.bindings.libfabric.fid_cq;
import mpj.bindings.libfabric.fid_ep;
import mpj.bindings.libfabric.libfabric_h;

/**
 * The calls of the data path. In C they are inline functions, each of which goes through the function table of the
 * endpoint or of its queue. The addresses of the functions are looked up once for each endpoint. The handles are
 * constants, because the JVM would not inline the calls otherwise. Pointers are passed as numbers: a segment would be
 * checked and kept alive at each call, and all memory that is passed here lives as long as the endpoint or is held by
 * its region.
 */
final class DataCalls {
    private static final Linker LINKER = Linux.linker();
    private static final MethodHandle READ_QUEUE = link(fi_ops_cq.read.descriptor());
    private static final MethodHandle READ_ERROR = link(fi_ops_cq.readerr.descriptor());
    private static final MethodHandle SEND = link(fi_ops_msg.send.descriptor());
    private static final MethodHandle INJECT = link(fi_ops_msg.inject.descriptor());
    private static final MethodHandle RECEIVE = link(fi_ops_msg.recv.descriptor());
    private static final MethodHandle RECEIVE_MESSAGE = link(fi_ops_msg.recvmsg.descriptor());
    private static final MethodHandle SEND_TAGGED = link(fi_ops_tagged.send.descriptor());
    private static final MethodHandle RECEIVE_TAGGED = link(fi_ops_tagged.recv.descriptor());
    private static final MethodHandle READ = link(fi_ops_rma.read.descriptor());
    private static final MethodHandle WRITE_MESSAGE = link(fi_ops_rma.writemsg.descriptor());

    private final long queue;
    private final long endpoint;
    private final MemorySegment readQueue;
    private final MemorySegment readError;
    private final MemorySegment send;
    private final MemorySegment inject;
    private final MemorySegment receive;
    private final MemorySegment receiveMessage;
    private final MemorySegment sendTagged;
    private final MemorySegment receiveTagged;
    private final MemorySegment read;
    private final MemorySegment writeMessage;

    /** Looks up the calls of an endpoint that is enabled. Enabling an endpoint may change its tables. */
    DataCalls(Endpoint of) {
        queue = of.queue().address();
        endpoint = of.endpoint().address();
        MemorySegment queueOps = fid_cq.ops(of.queue());
        readQueue = fi_ops_cq.read(queueOps);
        readError = fi_ops_cq.readerr(queueOps);
        MemorySegment messageOps = fid_ep.msg(of.endpoint());
        send = fi_ops_msg.send(messageOps);
        inject = fi_ops_msg.inject(messageOps);
        receive = fi_ops_msg.recv(messageOps);
        receiveMessage = fi_ops_msg.recvmsg(messageOps);
        boolean tagged = of.info().has(libfabric_h.FI_TAGGED());
        MemorySegment taggedOps = tagged ? fid_ep.tagged(of.endpoint()) : MemorySegment.NULL;
        sendTagged = tagged ? fi_ops_tagged.send(taggedOps) : MemorySegment.NULL;
        receiveTagged = tagged ? fi_ops_tagged.recv(taggedOps) : MemorySegment.NULL;
        boolean remote = of.info().has(libfabric_h.FI_RMA());
        MemorySegment remoteOps = remote ? fid_ep.rma(of.endpoint()) : MemorySegment.NULL;
        read = remote ? fi_ops_rma.read(remoteOps) : MemorySegment.NULL;
        writeMessage = remote ? fi_ops_rma.writemsg(remoteOps) : MemorySegment.NULL;
    }

    private static MethodHandle link(FunctionDescriptor function) {
        MemoryLayout[] parameters = function.argumentLayouts().stream()
            .map(layout -> layout instanceof AddressLayout ? JAVA_LONG : layout).toArray(MemoryLayout[]::new);
        return LINKER.downcallHandle(FunctionDescriptor.of(JAVA_LONG, parameters));
    }

    /** fi_cq_read. */
    long readQueue(long entries, long count) {
        try {
            return (long) READ_QUEUE.invokeExact(readQueue, queue, entries, count);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** fi_cq_readerr. */
    long readError(long entry) {
        try {
            return (long) READ_ERROR.invokeExact(readError, queue, entry, 0L);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** fi_send. */
    long send(long buffer, long bytes, long descriptor, long destination, long context) {
        try {
            return (long) SEND.invokeExact(send, endpoint, buffer, bytes, descriptor, destination, context);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** fi_inject. The buffer may be used again when the call returns. */
    long inject(long buffer, long bytes, long destination) {
        try {
            return (long) INJECT.invokeExact(inject, endpoint, buffer, bytes, destination);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** fi_recv, from any sender. */
    long receive(long buffer, long bytes, long descriptor, long context) {
        try {
            return (long) RECEIVE.invokeExact(receive, endpoint, buffer, bytes, descriptor,
                libfabric_h.FI_ADDR_UNSPEC(), context);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** fi_recvmsg. */
    long receiveMessage(long message, long flags) {
        try {
            return (long) RECEIVE_MESSAGE.invokeExact(receiveMessage, endpoint, message, flags);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** fi_tsend. */
    long sendTagged(long buffer, long bytes, long destination, long tag, long context) {
        try {
            return (long) SEND_TAGGED.invokeExact(sendTagged, endpoint, buffer, bytes, 0L, destination, tag, context);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** fi_trecv, for exactly this tag, from any sender. */
    long receiveTagged(long buffer, long bytes, long tag, long context) {
        try {
            return (long) RECEIVE_TAGGED.invokeExact(receiveTagged, endpoint, buffer, bytes, 0L,
                libfabric_h.FI_ADDR_UNSPEC(), tag, 0L, context);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** fi_read. */
    long read(long buffer, long bytes, long descriptor, long source, long address, long key, long context) {
        try {
            return (long) READ.invokeExact(read, endpoint, buffer, bytes, descriptor, source, address, key, context);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** fi_writemsg. */
    long writeMessage(long message, long flags) {
        try {
            return (long) WRITE_MESSAGE.invokeExact(writeMessage, endpoint, message, flags);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
