package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.RANK;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import mpi.File;
import mpi.Info;
import mpi.MPI;

/**
 * A file in a folder of its own, which all ranks of the world know by the same name. The check deletes the folder at
 * its end.
 */
record SampleFile(Path path) {
    /** Opens the file for reading and writing, and makes it if it does not exist. */
    static final int EDIT = MPI.MODE_CREATE | MPI.MODE_RDWR;
    private static final int LONGEST_NAME = 1024;

    /** What a check does with the file. */
    interface Body {
        void run(SampleFile sample) throws Throwable;
    }

    /** Runs the check on all ranks of the world, with a file that does not exist yet. */
    static void with(Body body) throws Throwable {
        char[] name = new char[LONGEST_NAME];
        if (RANK == 0) {
            String made = Files.createTempDirectory("mpj-file-").toString();
            made.getChars(0, made.length(), name, 0);
        }
        COMM.bcast(name, LONGEST_NAME, MPI.CHAR, 0);
        Path folder = Path.of(String.valueOf(name).trim());
        try {
            body.run(new SampleFile(folder.resolve("sample")));
            COMM.barrier();
        } finally {
            if (RANK == 0) {
                delete(folder);
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    String name() {
        return path.toString();
    }

    /** Another file, in the same folder. */
    SampleFile sibling(String name) {
        return new SampleFile(path.resolveSibling(name));
    }

    /** Opens the file on all ranks. */
    File open(int amode) {
        return new File(COMM, name(), amode);
    }

    File open(int amode, Info hints) {
        return new File(COMM, name(), amode, hints);
    }

    /** Opens the file on all ranks as a file of ints. */
    File openInts() {
        File file = open(EDIT);
        file.setView(0, MPI.INT, MPI.INT, "native");
        return file;
    }

    /** The bytes that all ranks have written so far. All ranks call it. */
    byte[] bytes() throws IOException {
        COMM.barrier();
        byte[] bytes = Files.readAllBytes(path);
        COMM.barrier();
        return bytes;
    }

    /** The ints that all ranks have written so far. All ranks call it. */
    int[] ints() throws IOException {
        return MemorySegment.ofArray(bytes()).toArray(ValueLayout.JAVA_INT_UNALIGNED);
    }

    /** One rank writes bytes, which all ranks see afterwards. All ranks call it. */
    void put(byte[] content) throws IOException {
        COMM.barrier();
        if (RANK == 0) {
            Files.write(path, content);
        }
        COMM.barrier();
    }

    /** Does the same with ints. */
    void put(int... content) throws IOException {
        put(MemorySegment.ofArray(content).toArray(ValueLayout.JAVA_BYTE));
    }
}
