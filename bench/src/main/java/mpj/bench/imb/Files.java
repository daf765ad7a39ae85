package mpj.bench.imb;

import java.nio.ByteBuffer;
import java.util.Map;

/**
 * The calls of MPI-IO that benchmarks make. Only Open MPI's API has files, so one class extends this one.
 *
 * <p>Offsets, displacements and counts are in bytes.
 */
public abstract class Files {
    /** Only the class for an API calls this. */
    protected Files() {
    }

    /**
     * The files of this job's API.
     *
     * @throws IllegalArgumentException if the API has none
     */
    static Files of(Messages world) {
        if (world instanceof MpiJavaMessages) {
            throw new IllegalArgumentException("the API mpiJava has no files; start the job with --api openmpi");
        }
        String adapter = "mpj.bench.openmpi.OpenMpiFiles";
        try {
            return (Files) Class.forName(adapter).getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(adapter + " cannot be used", e);
        }
    }

    /**
     * Opens a file for reading and writing. A missing file is created. MPI: MPI_File_open.
     *
     * @param comm the communicator whose ranks open the file; null if only this rank opens it
     * @param hints the hints of MPI_Info
     */
    public abstract Opened open(Messages comm, String name, Map<String, String> hints);

    /** MPI: MPI_File_delete. */
    public abstract void delete(String name);

    /** An open file. */
    public abstract static class Opened implements AutoCloseable {
        /** Only the class for an API calls this. */
        protected Opened() {
        }

        /**
         * Sets a view that shows, in each {@code extent} bytes of the file, {@code length} bytes from a displacement
         * on. MPI: MPI_File_set_view.
         */
        public abstract void view(int displacement, int length, int extent);

        /** MPI: MPI_File_set_size. */
        public abstract void setSize(long bytes);

        /** MPI: MPI_File_sync. */
        public abstract void sync();

        /** MPI: MPI_File_close. */
        @Override
        public abstract void close();

        /** Reads or writes, and waits until this is done. The offset is used if the call has one. */
        public abstract void call(FileCall call, long offset, ByteBuffer buffer, int count);

        /**
         * Starts to read or write. A collective call becomes a split collective. Returns the argument for {@link
         * #await}.
         */
        public abstract Object start(FileCall call, long offset, ByteBuffer buffer, int count);

        /** Waits for a started call. */
        public abstract void await(FileCall call, Object started, ByteBuffer buffer);
    }
}
