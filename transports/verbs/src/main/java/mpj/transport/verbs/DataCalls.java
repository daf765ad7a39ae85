package mpj.transport.verbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import mpj.bindings.Linux;
import mpj.bindings.verbs.ibv_context;
import mpj.bindings.verbs.ibv_context_ops;

/**
 * The calls of the data path. In C they are inline functions, each of which goes through the function table of the
 * device's context. The addresses of the functions are looked up once for each context. The handles are constants,
 * because the JVM would not inline the calls otherwise. None of the calls blocks. Pointers are passed as numbers,
 * because all memory that is passed here lives as long as the transport.
 */
final class DataCalls {
    private static final MethodHandle POST_SEND = link(ibv_context_ops.post_send.descriptor());
    private static final MethodHandle POST_RECEIVE = link(ibv_context_ops.post_recv.descriptor());
    private static final MethodHandle POST_SHARED_RECEIVE = link(ibv_context_ops.post_srq_recv.descriptor());
    private static final MethodHandle POLL = link(ibv_context_ops.poll_cq.descriptor());
    private static final MethodHandle NOTIFY = link(ibv_context_ops.req_notify_cq.descriptor());

    private final MemorySegment postSend;
    private final MemorySegment postReceive;
    private final MemorySegment postSharedReceive;
    private final MemorySegment poll;
    private final MemorySegment requestNotice;

    DataCalls(MemorySegment context) {
        MemorySegment ops = ibv_context.ops(context);
        postSend = ibv_context_ops.post_send(ops);
        postReceive = ibv_context_ops.post_recv(ops);
        postSharedReceive = ibv_context_ops.post_srq_recv(ops);
        poll = ibv_context_ops.poll_cq(ops);
        requestNotice = ibv_context_ops.req_notify_cq(ops);
    }

    private static MethodHandle link(FunctionDescriptor function) {
        MemoryLayout[] parameters = function.argumentLayouts().stream()
            .map(layout -> layout instanceof AddressLayout ? JAVA_LONG : layout).toArray(MemoryLayout[]::new);
        return Linux.linker().downcallHandle(FunctionDescriptor.of(JAVA_INT, parameters),
            Linker.Option.critical(false));
    }

    /** ibv_post_send. Returns 0 or an errno. */
    int postSend(long queuePair, long request, long refused) {
        try {
            return (int) POST_SEND.invokeExact(postSend, queuePair, request, refused);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** ibv_post_recv. */
    int postReceive(long queuePair, long request, long refused) {
        try {
            return (int) POST_RECEIVE.invokeExact(postReceive, queuePair, request, refused);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** ibv_post_srq_recv. */
    int postSharedReceive(long queue, long request, long refused) {
        try {
            return (int) POST_SHARED_RECEIVE.invokeExact(postSharedReceive, queue, request, refused);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** ibv_poll_cq. Returns the number of completions, or a negative number. */
    int poll(long queue, int most, long completions) {
        try {
            return (int) POLL.invokeExact(poll, queue, most, completions);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** ibv_req_notify_cq, for any completion. */
    int requestNotice(long queue) {
        try {
            return (int) NOTIFY.invokeExact(requestNotice, queue, 0);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
