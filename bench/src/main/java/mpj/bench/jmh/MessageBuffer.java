package mpj.bench.jmh;

import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import mpjbuf.Buffer;
import mpjbuf.BufferException;
import mpjbuf.Type;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The cost of putting elements into a message buffer and taking them out again, in one section. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class MessageBuffer {
    private static final int STRIDE = 2;

    /** The number of elements in the section. */
    @Param({"1", "64", "4096"})
    public int elements;

    private Buffer buffer;
    private double[] numbers;
    private int[] indexes;
    private Object[] objects;

    /** Makes arrays that hold the elements at every second place. */
    @Setup(Level.Trial)
    public void allocate() {
        buffer = new Buffer(2 * Buffer.SECTION_OVERHEAD + elements * Double.BYTES);
        numbers = new double[elements * STRIDE];
        indexes = IntStream.range(0, elements).map(i -> i * STRIDE).toArray();
        objects = IntStream.range(0, elements).mapToObj(i -> "element " + i).toArray();
    }

    /** Contiguous elements. */
    @Benchmark
    public void contiguous() throws BufferException {
        buffer.putSectionHeader(Type.DOUBLE);
        buffer.write(numbers, 0, elements);
        buffer.commit();
        buffer.getSectionHeader();
        buffer.read(numbers, 0, elements);
        buffer.clear();
    }

    /** Elements picked by an index array, as indexed datatypes do. */
    @Benchmark
    public void indexed() throws BufferException {
        buffer.putSectionHeader(Type.DOUBLE);
        buffer.gather(numbers, elements, 0, indexes);
        buffer.commit();
        buffer.getSectionHeader();
        buffer.scatter(numbers, elements, 0, indexes);
        buffer.clear();
    }

    /** Objects, serialized. */
    @Benchmark
    public void serialized() throws BufferException {
        buffer.putSectionHeader(Type.OBJECT);
        buffer.write(objects, 0, elements);
        buffer.commit();
        buffer.getSectionHeader();
        buffer.read(objects, 0, elements);
        buffer.clear();
    }

    /** Returns the memory. */
    @TearDown(Level.Trial)
    public void free() {
        buffer.free();
    }
}
