package mpj.transport.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.bindings.mpi.mpi_h;
import mpj.transport.spi.LibraryCollectives;
import mpj.transport.spi.LibraryStatus;
import mpj.transport.spi.LibraryWindows;
import mpj.transport.spi.MessageLibrary;
import mpj.transport.spi.TransportProvider;

/** A C library with MPI 5's ABI. This process runs as a part of the library's job. */
final class MpiLibrary implements MessageLibrary {
    private static final long WORLD = mpi_h.MPI_COMM_WORLD().address();
    private static final long NULL_REQUEST = mpi_h.MPI_REQUEST_NULL().address();
    private static final long BYTE = mpi_h.MPI_BYTE().address();
    private static final int ANY_SOURCE = mpi_h.MPI_ANY_SOURCE();
    private static final int ANY_TAG = mpi_h.MPI_ANY_TAG();
    private static final int LOOKS = 1000;

    private final MemorySegment errorHandler;
    private final String description;
    private final boolean threadSafe;
    private final int rank;
    private final int size;
    private final int localSize;
    private final int largestTag;
    /** The results of calls that do not wait. Only one such call runs at a time. */
    private final Words words = new Words();
    private final MpiStatus taken = new MpiStatus();
    private final MpiCollectives collectives = new MpiCollectives();
    private final MpiWindows windows = new MpiWindows();

    MpiLibrary(String description, boolean threadSafe) {
        this.description = description;
        this.threadSafe = threadSafe;
        errorHandler = ReturningHandler.ofLibrary(description);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment number = arena.allocate(ValueLayout.JAVA_LONG);
            MpiErrors.check(mpi_h.MPI_Comm_rank(handle(WORLD), number), "MPI_Comm_rank");
            rank = number.get(ValueLayout.JAVA_INT, 0);
            MpiErrors.check(mpi_h.MPI_Comm_size(handle(WORLD), number), "MPI_Comm_size");
            size = number.get(ValueLayout.JAVA_INT, 0);
            MemorySegment local = arena.allocate(ValueLayout.ADDRESS);
            MpiErrors.check(mpi_h.MPI_Comm_split_type(handle(WORLD), mpi_h.MPI_COMM_TYPE_SHARED(), rank,
                mpi_h.MPI_INFO_NULL(), local), "MPI_Comm_split_type");
            MpiErrors.check(mpi_h.MPI_Comm_size(local.get(ValueLayout.ADDRESS, 0), number), "MPI_Comm_size");
            localSize = number.get(ValueLayout.JAVA_INT, 0);
            MpiErrors.check(mpi_h.MPI_Comm_free(local), "MPI_Comm_free");
            MpiErrors.check(mpi_h.MPI_Comm_get_attr(handle(WORLD), mpi_h.MPI_TAG_UB(), local, number),
                "MPI_Comm_get_attr");
            largestTag = local.get(ValueLayout.ADDRESS, 0).reinterpret(Integer.BYTES).get(ValueLayout.JAVA_INT, 0);
        }
    }

    private static MemorySegment handle(long number) {
        return MemorySegment.ofAddress(number);
    }

    private void returnErrors(long communicator) {
        MpiErrors.check(mpi_h.MPI_Comm_set_errhandler(handle(communicator), errorHandler),
            "MPI_Comm_set_errhandler");
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int localSize() {
        return localSize;
    }

    @Override
    public boolean isThreadSafe() {
        return threadSafe;
    }

    @Override
    public int largestTag() {
        return largestTag;
    }

    @Override
    public TransportProvider packets() {
        return new PacketsProvider(this);
    }

    // ------------------------------------------------------------------------------------------- communicators

    @Override
    public long world() {
        return WORLD;
    }

    @Override
    public long duplicate() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment made = arena.allocate(ValueLayout.ADDRESS);
            MpiErrors.check(mpi_h.MPI_Comm_dup(handle(WORLD), made), "MPI_Comm_dup");
            long communicator = made.get(ValueLayout.JAVA_LONG, 0);
            returnErrors(communicator); // a copy should inherit the handler; nothing depends on that
            return communicator;
        }
    }

    @Override
    public long communicator(int[] ranks, int tag) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment all = arena.allocate(ValueLayout.ADDRESS);
            MemorySegment group = arena.allocate(ValueLayout.ADDRESS);
            MemorySegment made = arena.allocate(ValueLayout.ADDRESS);
            MpiErrors.check(mpi_h.MPI_Comm_group(handle(WORLD), all), "MPI_Comm_group");
            MpiErrors.check(mpi_h.MPI_Group_incl(all.get(ValueLayout.ADDRESS, 0), ranks.length,
                arena.allocateFrom(ValueLayout.JAVA_INT, ranks), group), "MPI_Group_incl");
            MpiErrors.check(mpi_h.MPI_Comm_create_group(handle(WORLD), group.get(ValueLayout.ADDRESS, 0), tag, made),
                "MPI_Comm_create_group");
            mpi_h.MPI_Group_free(group);
            mpi_h.MPI_Group_free(all);
            long communicator = made.get(ValueLayout.JAVA_LONG, 0);
            returnErrors(communicator);
            return communicator;
        }
    }

    @Override
    public void free(long communicator) {
        try (Arena arena = Arena.ofConfined()) {
            MpiErrors.check(mpi_h.MPI_Comm_free(arena.allocateFrom(ValueLayout.JAVA_LONG, communicator)),
                "MPI_Comm_free");
        }
    }

    // ------------------------------------------------------------------------------------------- messages

    @Override
    public MpiStatus status() {
        return new MpiStatus();
    }

    @Override
    public void send(MemorySegment memory, long bytes, int destination, int tag, long communicator) {
        int result = MpiCalls.send(memory, bytes, destination, tag, communicator);
        if (result != 0) {
            MpiErrors.check(result, "MPI_Send_c");
        }
    }

    /**
     * Asks the library {@value #LOOKS} times before letting the library wait. MPICH 5.0.2 takes a microsecond more to
     * end a wait, however short, than to find that a request is complete.
     */
    @Override
    public void receive(long address, long bytes, int source, int tag, long communicator, LibraryStatus status) {
        MpiStatus mine = (MpiStatus) status;
        long request = mine.requestAddress();
        int result = MpiCalls.ireceive(address, bytes, BYTE, source(source), tag(tag), communicator, request);
        int looks = 0;
        while (result == 0 && looks++ < LOOKS) {
            result = MpiCalls.test(request, mine.flagAddress(), mine.address());
            if (mine.flag()) {
                break;
            }
        }
        if (result == 0 && !mine.flag()) {
            result = MpiCalls.await(request, mine.address());
        }
        if (result != 0) {
            MpiErrors.check(result, "MPI_Irecv_c");
        }
    }

    private static int source(int source) {
        return source == ANY ? ANY_SOURCE : source;
    }

    private static int tag(int tag) {
        return tag == ANY ? ANY_TAG : tag;
    }

    private static long datatype(long datatype) {
        return datatype == NONE ? BYTE : datatype;
    }

    @Override
    public long startSend(long address, long items, long datatype, int destination, int tag, long communicator,
                          boolean synchronous) {
        MpiErrors.check(MpiCalls.isend(address, items, datatype(datatype), destination, tag, communicator,
            words.first().address(), synchronous), "MPI_Isend_c");
        return words.firstLong();
    }

    @Override
    public long startReceive(long address, long items, long datatype, int source, int tag, long communicator) {
        MpiErrors.check(MpiCalls.ireceive(address, items, datatype(datatype), source(source), tag(tag), communicator,
            words.first().address()), "MPI_Irecv_c");
        return words.firstLong();
    }

    @Override
    public long startReceive(long message, long address, long items, long datatype) {
        words.first(message);
        MpiErrors.check(MpiCalls.imreceive(address, items, datatype(datatype), words.first().address(),
            words.second().address()), "MPI_Imrecv_c");
        return words.secondLong();
    }

    /** Receives a message that was matched and has arrived, or is about to. */
    void receive(long message, MemorySegment memory) {
        words.first(message);
        MpiErrors.check(MpiCalls.mreceive(memory.address(), memory.byteSize(), words.first().address(),
            taken.address()), "MPI_Mrecv_c");
    }

    @Override
    public boolean test(long request, LibraryStatus status) {
        words.first(request);
        int result = MpiCalls.test(words.first().address(), words.second().address(),
            ((MpiStatus) status).address());
        if (result != 0) {
            MpiErrors.check(result, "MPI_Test");
        }
        return words.secondInt() != 0 || words.firstLong() == NULL_REQUEST;
    }

    @Override
    public void cancel(long request) {
        words.first(request);
        MpiErrors.check(mpi_h.MPI_Cancel(words.first()), "MPI_Cancel");
    }

    /**
     * The request may have ended meanwhile. The library's error would say no more than that, so the error is ignored.
     */
    @Override
    public void cancelReceive(LibraryStatus status) {
        long request = ((MpiStatus) status).request();
        if (request != 0 && request != NULL_REQUEST) {
            words.first(request);
            mpi_h.MPI_Cancel(words.first());
        }
    }

    @Override
    public boolean probe(int source, int tag, long communicator, LibraryStatus status) {
        MpiErrors.check(MpiCalls.iprobe(source(source), tag(tag), communicator, words.first().address(),
            ((MpiStatus) status).address()), "MPI_Iprobe");
        return words.firstInt() != 0;
    }

    @Override
    public long match(int source, int tag, long communicator, LibraryStatus status) {
        MpiErrors.check(MpiCalls.improbe(source(source), tag(tag), communicator, words.first().address(),
            words.second().address(), ((MpiStatus) status).address()), "MPI_Improbe");
        return words.firstInt() != 0 ? words.secondLong() : NONE;
    }

    // ------------------------------------------------------------------------------------------- datatypes

    @Override
    public long vector(long first, int blocks, long bytes, long stride, long extent) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment blocksAlone = arena.allocate(ValueLayout.ADDRESS);
            MpiErrors.check(mpi_h.MPI_Type_create_hvector_c(blocks, bytes, stride, mpi_h.MPI_BYTE(), blocksAlone),
                "MPI_Type_create_hvector_c");
            MemorySegment placed = arena.allocate(ValueLayout.ADDRESS);
            MpiErrors.check(mpi_h.MPI_Type_create_hindexed_c(1, arena.allocateFrom(ValueLayout.JAVA_LONG, 1),
                arena.allocateFrom(ValueLayout.JAVA_LONG, first), blocksAlone.get(ValueLayout.ADDRESS, 0), placed),
                "MPI_Type_create_hindexed_c");
            mpi_h.MPI_Type_free(blocksAlone);
            return committed(placed, extent, arena);
        }
    }

    @Override
    public long indexed(long[] displacements, long[] bytes, long extent) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment blocks = arena.allocate(ValueLayout.ADDRESS);
            MpiErrors.check(mpi_h.MPI_Type_create_hindexed_c(bytes.length,
                arena.allocateFrom(ValueLayout.JAVA_LONG, bytes),
                arena.allocateFrom(ValueLayout.JAVA_LONG, displacements), mpi_h.MPI_BYTE(), blocks),
                "MPI_Type_create_hindexed_c");
            return committed(blocks, extent, arena);
        }
    }

    static long committed(MemorySegment blocks, long extent, Arena arena) {
        MemorySegment whole = arena.allocate(ValueLayout.ADDRESS);
        MpiErrors.check(mpi_h.MPI_Type_create_resized_c(blocks.get(ValueLayout.ADDRESS, 0), 0, extent, whole),
            "MPI_Type_create_resized_c");
        mpi_h.MPI_Type_free(blocks);
        MpiErrors.check(mpi_h.MPI_Type_commit(whole), "MPI_Type_commit");
        return whole.get(ValueLayout.JAVA_LONG, 0);
    }

    @Override
    public void freeDatatype(long datatype) {
        words.first(datatype);
        MpiErrors.check(mpi_h.MPI_Type_free(words.first()), "MPI_Type_free");
    }

    // ------------------------------------------------------------------------------------------- collectives

    @Override
    public byte[][] allgather(byte[] mine) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment sizes = arena.allocate(ValueLayout.JAVA_LONG, size);
            collectives.allgather(arena.allocateFrom(ValueLayout.JAVA_LONG, mine.length).address(), Long.BYTES,
                sizes.address(), WORLD);
            long[] bytes = sizes.toArray(ValueLayout.JAVA_LONG);
            long[] places = new long[size];
            long total = 0;
            for (int i = 0; i < size; i++) {
                places[i] = total;
                total += bytes[i];
            }
            MemorySegment all = arena.allocate(Math.max(1, total));
            MemorySegment type = mpi_h.MPI_BYTE();
            MpiErrors.check(mpi_h.MPI_Allgatherv_c(arena.allocateFrom(ValueLayout.JAVA_BYTE, mine), mine.length, type,
                all, sizes, arena.allocateFrom(ValueLayout.JAVA_LONG, places), type, handle(WORLD)),
                "MPI_Allgatherv_c");
            byte[][] parts = new byte[size][];
            for (int i = 0; i < size; i++) {
                parts[i] = all.asSlice(places[i], bytes[i]).toArray(ValueLayout.JAVA_BYTE);
            }
            return parts;
        }
    }

    @Override
    public LibraryCollectives collectives() {
        return collectives;
    }

    @Override
    public LibraryWindows windows() {
        return windows;
    }

    // ------------------------------------------------------------------------------------------- the end

    @Override
    public void abort(int code) {
        mpi_h.MPI_Abort(handle(WORLD), code);
    }

    @Override
    public void finish() {
        MpiErrors.check(mpi_h.MPI_Finalize(), "MPI_Finalize");
    }
}
