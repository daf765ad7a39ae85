package mpj.tests.openmpi.programs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import mpi.Datatype;
import mpi.File;
import mpi.Info;
import mpi.MPI;
import mpi.MPIException;

/**
 * The ranks write more into a file than its disk has room for: {@code NAME MEBIBYTES}. The earlier content is kept, and
 * the ranks go on when there is room again.
 */
public final class FullDisk {
    private static final int BEFORE = 100_000;

    private final File file;
    private final Datatype everySizeth;
    private final int rank = MPI.COMM_WORLD.getRank();
    private final int size = MPI.COMM_WORLD.getSize();

    private FullDisk(File file) {
        this.file = file;
        everySizeth = Datatype.createResized(MPI.INT, 0, Integer.BYTES * size);
        everySizeth.commit();
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        for (String together : new String[] {"enable", "disable"}) {
            Info hints = new Info();
            hints.set("romio_cb_write", together);
            hints.set("cb_buffer_size", "65536");
            File file = new File(MPI.COMM_WORLD, args[0], MPI.MODE_CREATE | MPI.MODE_RDWR, hints);
            new FullDisk(file).run(together, Integer.parseInt(args[1]));
            file.close();
        }
        MPI.Finalize();
    }

    private interface Call {
        void make(int[] much, MemorySegment same);
    }

    private Map<String, Call> calls() {
        Map<String, Call> calls = new LinkedHashMap<>();
        calls.put("writeAtAll", (much, same) -> file.writeAtAll(0, much, much.length, MPI.INT));
        calls.put("iWriteAtAll", (much, same) -> file.iWriteAtAll(0, same.asByteBuffer().order(
            ByteOrder.nativeOrder()), much.length, MPI.INT).waitFor());
        calls.put("writeAtAllBegin", (much, same) -> {
            file.writeAtAllBegin(0, much, much.length, MPI.INT);
            file.writeAtAllEnd(much);
        });
        calls.put("writeAt", (much, same) -> file.writeAt(0, much, much.length, MPI.INT));
        calls.put("preallocate", (much, same) -> file.preallocate((long) much.length * Integer.BYTES * size));
        return calls;
    }

    private void run(String together, int mebibytes) {
        int each = mebibytes / size << 18;
        int[] much = new int[each];
        MemorySegment same = Arena.ofAuto().allocate((long) each * Integer.BYTES, Integer.BYTES);
        Arrays.fill(much, rank);
        same.copyFrom(MemorySegment.ofArray(much));
        calls().forEach((name, call) -> {
            file.setSize(0);
            file.setView(Integer.BYTES * rank, MPI.INT, everySizeth, "native");
            file.writeAtAll(0, much, BEFORE / size, MPI.INT);
            file.setView((long) BEFORE / size * size * Integer.BYTES + Integer.BYTES * rank, MPI.INT, everySizeth,
                "native");
            try {
                call.make(much, same);
                System.out.println("rank " + rank + ": " + name + " finds room");
            } catch (MPIException e) {
                System.out.println("rank " + rank + ": " + together + ": " + name + ": class " + e.getErrorClass()
                    + ": " + e.getMessage());
            }
            MPI.COMM_WORLD.barrier();
            checkBefore(name);
        });
        file.setSize(0);
        file.setView(Integer.BYTES * rank, MPI.INT, everySizeth, "native");
        file.writeAtAll(0, much, BEFORE / size, MPI.INT);
        checkBefore("there is room again");
        System.out.println("rank " + rank + ": " + together + ": goes on");
    }

    private void checkBefore(String when) {
        file.setView(0, MPI.INT, MPI.INT, "native");
        int length = BEFORE / size * size;
        MemorySegment found = Arena.ofAuto().allocate((long) length * Integer.BYTES, Integer.BYTES);
        if (file.readAtAll(0, found, length, MPI.INT).getCount(MPI.INT) != length) {
            throw new AssertionError(when + ": the earlier content is gone");
        }
        for (int i = 0; i < length; i++) {
            if (found.getAtIndex(ValueLayout.JAVA_INT, i) != i % size) {
                throw new AssertionError(when + ": the earlier content has changed at " + i);
            }
        }
    }
}
