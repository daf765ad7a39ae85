package mpj.bench.jmh;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of a call into native code: with the thread's transition, without it (critical), and critical with a Java
 * array that is passed as it is. The functions do almost nothing, so only the call is measured.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class Downcall {
    private static final FunctionDescriptor ABS =
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
    private static final FunctionDescriptor MEMCPY = FunctionDescriptor.of(ValueLayout.ADDRESS,
        ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG);
    private static final MethodHandle TRANSITION = handle("abs", ABS);
    private static final MethodHandle CRITICAL = handle("abs", ABS, Linker.Option.critical(false));
    private static final MethodHandle COPY_TRANSITION = handle("memcpy", MEMCPY);
    private static final MethodHandle COPY_CRITICAL = handle("memcpy", MEMCPY, Linker.Option.critical(false));
    private static final MethodHandle COPY_CRITICAL_HEAP = handle("memcpy", MEMCPY, Linker.Option.critical(true));
    private static final long BYTES = 8;

    private final MemorySegment source = Arena.ofAuto().allocate(BYTES, BYTES);
    private final MemorySegment target = Arena.ofAuto().allocate(BYTES, BYTES);
    private final MemorySegment array = MemorySegment.ofArray(new long[1]);
    private int number = -1;

    private static MethodHandle handle(String name, FunctionDescriptor type, Linker.Option... options) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().find(name).orElseThrow(), type, options);
    }

    /** A call that changes the thread's state to native and back. */
    @Benchmark
    public int transition() throws Throwable {
        return (int) TRANSITION.invokeExact(number);
    }

    /** A call without this change. */
    @Benchmark
    public int critical() throws Throwable {
        return (int) CRITICAL.invokeExact(number);
    }

    /** A call with two addresses and a length, with the transition. */
    @Benchmark
    public MemorySegment copyTransition() throws Throwable {
        return (MemorySegment) COPY_TRANSITION.invokeExact(target, source, BYTES);
    }

    /** A call with two addresses and a length, without the transition. */
    @Benchmark
    public MemorySegment copyCritical() throws Throwable {
        return (MemorySegment) COPY_CRITICAL.invokeExact(target, source, BYTES);
    }

    /** The same call with a Java array. */
    @Benchmark
    public MemorySegment copyCriticalHeap() throws Throwable {
        return (MemorySegment) COPY_CRITICAL_HEAP.invokeExact(target, array, BYTES);
    }

    /** The same copy without a call, to compare with. */
    @Benchmark
    public MemorySegment copyInJava() {
        return target.copyFrom(array);
    }
}
