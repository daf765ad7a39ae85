package mpj.bench.jmh;

import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.MPI;
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

/** Packing and unpacking 64 KiB of doubles that lie in different ways. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class DerivedType {
    private static final int DOUBLES = 8192;

    /**
     * How the doubles lie: contiguous; every second line of 64 bytes; every second double; pairs and triples by an
     * index.
     */
    @Param({"basic", "contiguous", "lines", "alternate", "indexed"})
    public String type;

    private final double[] numbers = new double[2 * DOUBLES];
    private byte[] packed;
    private Datatype datatype;
    private int count = 1;

    /** Makes the type. */
    @Setup(Level.Trial)
    public void make() {
        MPI.Init(new String[0]);
        datatype = switch (type) {
            case "basic" -> {
                count = DOUBLES;
                yield MPI.DOUBLE;
            }
            case "contiguous" -> Datatype.Contiguous(DOUBLES, MPI.DOUBLE);
            case "lines" -> Datatype.Vector(DOUBLES / 8, 8, 16, MPI.DOUBLE);
            case "alternate" -> Datatype.Vector(DOUBLES, 1, 2, MPI.DOUBLE);
            case "indexed" -> Datatype.Indexed(
                IntStream.range(0, DOUBLES * 2 / 5).map(i -> 2 + i % 2).toArray(),
                IntStream.range(0, DOUBLES * 2 / 5).map(i -> 4 * i).toArray(), MPI.DOUBLE);
            default -> throw new IllegalArgumentException(type);
        };
        if (datatype != MPI.DOUBLE) {
            datatype.Commit();
        }
        packed = new byte[MPI.COMM_SELF.Pack_size(count, datatype)];
        MPI.COMM_SELF.Pack(numbers, 0, count, datatype, packed, 0);
    }

    /** Packs into an array of bytes. */
    @Benchmark
    public int pack() {
        return MPI.COMM_SELF.Pack(numbers, 0, count, datatype, packed, 0);
    }

    /** Unpacks from the array of bytes. */
    @Benchmark
    public int unpack() {
        return MPI.COMM_SELF.Unpack(packed, 0, numbers, 0, count, datatype);
    }

    /** Ends MPI. */
    @TearDown(Level.Trial)
    public void end() {
        MPI.Finalize();
    }
}
