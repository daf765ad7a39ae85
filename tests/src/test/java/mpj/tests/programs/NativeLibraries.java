package mpj.tests.programs;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import mpi.MPI;

/**
 * Every rank uses a native library, one rank after the other: {@code foreign} with java.lang.foreign, {@code jni} with
 * JNI, {@code thread} with JNI in a thread of its own.
 */
public final class NativeLibraries {
    private NativeLibraries() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws Throwable {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        for (int turn = 0; turn < MPI.COMM_WORLD.Size(); turn++) {
            if (turn == rank) {
                switch (args[0]) {
                    case "jni" -> load();
                    case "thread" -> Thread.ofPlatform().start(NativeLibraries::load).join();
                    default -> System.out.println("rank " + rank + ": |-1| = " + absolute(-1));
                }
            }
            MPI.COMM_WORLD.Barrier();
        }
        MPI.Finalize();
    }

    /** A library of the JDK that nothing else here uses. */
    @SuppressWarnings("restricted")
    private static void load() {
        System.load(Path.of(System.getProperty("java.home"), "lib", System.mapLibraryName("prefs")).toString());
    }

    @SuppressWarnings("restricted")
    private static double absolute(double value) throws Throwable {
        MemorySegment fabs = SymbolLookup.libraryLookup("libm.so.6", Arena.global()).find("fabs").orElseThrow();
        return (double) Linker.nativeLinker().downcallHandle(fabs,
            FunctionDescriptor.of(ValueLayout.JAVA_DOUBLE, ValueLayout.JAVA_DOUBLE)).invokeExact(value);
    }
}
