package mpj.bench.jmh;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.TimeUnit;
import mpj.bindings.libfabric.fi_context2;
import mpj.bindings.libfabric.fi_cq_data_entry;
import mpj.bindings.libfabric.fi_ops_cq;
import mpj.bindings.libfabric.fi_ops_msg;
import mpj.bindings.libfabric.fid_cq;
import mpj.bindings.libfabric.fid_ep;
import mpj.bindings.libfabric.libfabric_h;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of libfabric's own calls, made through its tables of functions as the transport makes them: fi_cq_read of an
 * empty queue, and fi_send of 8 bytes, each with the thread's transition and without it (critical).
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class FabricDowncall {
    private static final MethodHandle READ_QUEUE = handle(fi_ops_cq.read.descriptor());
    private static final MethodHandle READ_QUEUE_CRITICAL =
        handle(fi_ops_cq.read.descriptor(), Linker.Option.critical(false));
    private static final MethodHandle SEND = handle(fi_ops_msg.send.descriptor());
    private static final MethodHandle SEND_CRITICAL =
        handle(fi_ops_msg.send.descriptor(), Linker.Option.critical(false));
    private static final MethodHandle RECEIVE = handle(fi_ops_msg.recv.descriptor());
    private static final long BYTES = 8;
    /** Few enough messages for the queues of any provider. */
    private static final int SENDS = 32;

    /** libfabric's name of the provider. */
    @Param("tcp")
    public String provider;

    private final Arena arena = Arena.ofAuto();
    private final long entry = fi_cq_data_entry.allocate(arena).address();
    private final long buffers = arena.allocate(2 * BYTES, BYTES).address();
    private final long contexts = fi_context2.allocateArray(2 * SENDS, arena).address();
    private LoopbackEndpoint loopback;
    private MemorySegment readQueue;
    private MemorySegment send;
    private MemorySegment receive;
    private long queue;
    private long endpoint;
    private long destination;
    private int receives;
    private int posted;
    private int underWay;

    private static MethodHandle handle(FunctionDescriptor type, Linker.Option... options) {
        MemoryLayout[] parameters = type.argumentLayouts().stream()
            .map(layout -> layout instanceof AddressLayout ? JAVA_LONG : layout).toArray(MemoryLayout[]::new);
        return Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(JAVA_LONG, parameters), options);
    }

    /** Opens the endpoint, and its connection to itself. */
    @Setup(Level.Trial)
    public void open() throws Throwable {
        loopback = new LoopbackEndpoint(provider);
        queue = loopback.queue().address();
        endpoint = loopback.endpoint().address();
        destination = loopback.address();
        readQueue = fi_ops_cq.read(fid_cq.ops(loopback.queue()));
        MemorySegment ops = fid_ep.msg(loopback.endpoint());
        send = fi_ops_msg.send(ops);
        receive = fi_ops_msg.recv(ops);
        postReceives();
        for (long result = send(SEND, 0); result != 0; result = send(SEND, 0)) {
            takeOne(); // a connection is made only while its user makes progress
        }
        complete();
    }

    /** Reads an empty queue. The result is -FI_EAGAIN. */
    @Benchmark
    public long readQueue() throws Throwable {
        return (long) READ_QUEUE.invokeExact(readQueue, queue, entry, 1L);
    }

    /** Reads an empty queue without the transition. */
    @Benchmark
    public long readQueueCritical() throws Throwable {
        return (long) READ_QUEUE_CRITICAL.invokeExact(readQueue, queue, entry, 1L);
    }

    /** Sends messages to the endpoint itself. They are received afterwards, which is not measured. */
    @Benchmark
    @OperationsPerInvocation(SENDS)
    public void send() throws Throwable {
        for (int i = 0; i < SENDS; i++) {
            LoopbackEndpoint.check("fi_send", (long) SEND.invokeExact(send, endpoint, buffers, BYTES, 0L,
                destination, context(i)));
        }
        underWay += SENDS;
    }

    /** Sends without the transition. */
    @Benchmark
    @OperationsPerInvocation(SENDS)
    public void sendCritical() throws Throwable {
        for (int i = 0; i < SENDS; i++) {
            LoopbackEndpoint.check("fi_send", (long) SEND_CRITICAL.invokeExact(send, endpoint, buffers, BYTES, 0L,
                destination, context(i)));
        }
        underWay += SENDS;
    }

    private long send(MethodHandle handle, int place) throws Throwable {
        long result = (long) handle.invokeExact(send, endpoint, buffers, BYTES, 0L, destination, context(place));
        if (result == 0) {
            underWay++;
        } else if (result != -libfabric_h.FI_EAGAIN()) {
            LoopbackEndpoint.check("fi_send", result);
        }
        return result;
    }

    private long context(int place) {
        return contexts + place * fi_context2.sizeof();
    }

    /** Takes the completions of all sends and of their receives, and posts the next receives. */
    @TearDown(Level.Invocation)
    public void complete() throws Throwable {
        int awaited = 2 * underWay;
        receives -= underWay;
        underWay = 0;
        while (awaited > 0) {
            awaited -= takeOne();
        }
        postReceives();
    }

    private int takeOne() throws Throwable {
        long result = (long) READ_QUEUE.invokeExact(readQueue, queue, entry, 1L);
        if (result != 1 && result != -libfabric_h.FI_EAGAIN()) {
            LoopbackEndpoint.check("fi_cq_read", result);
        }
        return result == 1 ? 1 : 0;
    }

    private void postReceives() throws Throwable {
        for (; receives < SENDS; receives++) {
            // The receives are used in the order in which they were posted, so two receives never share a context.
            LoopbackEndpoint.check("fi_recv", (long) RECEIVE.invokeExact(receive, endpoint, buffers + BYTES, BYTES, 0L,
                libfabric_h.FI_ADDR_UNSPEC(), context(SENDS + posted++ % SENDS)));
        }
    }

    /** Closes everything. */
    @TearDown(Level.Trial)
    public void close() {
        loopback.close();
    }
}
