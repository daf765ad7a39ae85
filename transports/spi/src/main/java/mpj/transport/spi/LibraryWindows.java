package mpj.transport.spi;

/**
 * The windows of a {@link MessageLibrary}. Windows, datatypes, operations and requests are numbers here: the library's
 * handles. Memory is off the heap, and is given by its address. The caller keeps it alive. Displacements are in bytes.
 * A target is a rank in the communicator for which the window was made.
 *
 * <p>Every rank has a shared lock of every other rank from the time a window is made until it is freed. So operations
 * may be started at any time, and a flush completes them. Any thread may call any method. A call that fails throws
 * {@link LibraryException}.
 */
public interface LibraryWindows {
    /**
     * A window whose memory the library has allocated.
     *
     * @param window its handle
     * @param address where this rank's memory begins
     */
    record Allocated(long window, long address) {
    }

    // ------------------------------------------------------------------------------------------- making and freeing

    /**
     * Makes a window of the program's memory. All ranks of the communicator call this. MPI: MPI_Win_create.
     *
     * @param address where this rank's memory begins
     * @param bytes its size
     * @param communicator its handle
     * @return the window's handle
     */
    long create(long address, long bytes, long communicator);

    /**
     * Makes a window, and its memory. All ranks of the communicator call this. MPI: MPI_Win_allocate.
     *
     * @param bytes the size of this rank's memory
     * @param communicator its handle
     * @return the window and this rank's memory
     */
    Allocated allocate(long bytes, long communicator);

    /**
     * Makes a window whose memory all its ranks map. All ranks of the communicator call this, and they are on one host.
     * MPI: MPI_Win_allocate_shared.
     *
     * @param bytes the size of this rank's memory
     * @param contiguous whether the memory of each rank begins where the memory of the rank before ends
     * @param communicator its handle
     * @return the window and this rank's memory
     */
    Allocated allocateShared(long bytes, boolean contiguous, long communicator);

    /**
     * Where this process maps the memory of another rank of a shared window. MPI: MPI_Win_shared_query.
     *
     * @param rank the other rank
     * @param window its handle
     * @return the address
     */
    long address(int rank, long window);

    /**
     * Says whether a rank's own loads and stores, and the operations of others, go to the same memory.
     *
     * @param window its handle
     * @return true for MPI_WIN_UNIFIED
     */
    boolean isUnified(long window);

    /**
     * Frees a window, in which nothing is under way. All ranks of its communicator call this. MPI: MPI_Win_free.
     *
     * @param window its handle
     */
    void free(long window);

    // ------------------------------------------------------------------------------------------- completion

    /**
     * Waits until all operations on a target are complete there. MPI: MPI_Win_flush.
     *
     * @param target the target
     * @param window its handle
     */
    void flush(int target, long window);

    /**
     * Waits until the memory of all operations on a target may be used again, and results are there. MPI:
     * MPI_Win_flush_local.
     *
     * @param target the target
     * @param window its handle
     */
    void flushLocal(int target, long window);

    /**
     * Orders this rank's own loads and stores, and the operations of others. MPI: MPI_Win_sync.
     *
     * @param window its handle
     */
    void sync(long window);

    // ------------------------------------------------------------------------------------------- operations

    /**
     * MPI_Put.
     *
     * @param address the first item at the origin
     * @param items how many items there are
     * @param datatype their datatype
     * @param target the target
     * @param displacement where the first item is at the target
     * @param targetItems how many items there are at the target
     * @param targetType their datatype
     * @param window its handle
     */
    void put(long address, long items, long datatype, int target, long displacement, long targetItems, long targetType,
             long window);

    /**
     * MPI_Rput. The arguments are those of {@link #put}.
     *
     * @param address the first item at the origin
     * @param items how many items there are
     * @param datatype their datatype
     * @param target the target
     * @param displacement where the first item is at the target
     * @param targetItems how many items there are at the target
     * @param targetType their datatype
     * @param window its handle
     * @return a request for {@link MessageLibrary#test}
     */
    long startPut(long address, long items, long datatype, int target, long displacement, long targetItems,
                  long targetType, long window);

    /**
     * MPI_Get.
     *
     * @param address where the first item goes at the origin
     * @param items how many items there are
     * @param datatype their datatype
     * @param target the target
     * @param displacement where the first item is at the target
     * @param targetItems how many items there are at the target
     * @param targetType their datatype
     * @param window its handle
     */
    void get(long address, long items, long datatype, int target, long displacement, long targetItems, long targetType,
             long window);

    /**
     * MPI_Rget. The arguments are those of {@link #get}.
     *
     * @param address where the first item goes at the origin
     * @param items how many items there are
     * @param datatype their datatype
     * @param target the target
     * @param displacement where the first item is at the target
     * @param targetItems how many items there are at the target
     * @param targetType their datatype
     * @param window its handle
     * @return a request for {@link MessageLibrary#test}
     */
    long startGet(long address, long items, long datatype, int target, long displacement, long targetItems,
                  long targetType, long window);

    /**
     * MPI_Accumulate of elements that are adjacent at the origin.
     *
     * @param address the first element at the origin
     * @param elements how many elements there are
     * @param datatype the datatype of an element
     * @param target the target
     * @param displacement where the first item is at the target
     * @param targetItems how many items there are at the target
     * @param targetType their datatype, which consists of such elements
     * @param operation the operation's handle
     * @param window its handle
     */
    void accumulate(long address, long elements, long datatype, int target, long displacement, long targetItems,
                    long targetType, long operation, long window);

    /**
     * MPI_Raccumulate. The arguments are those of {@link #accumulate}.
     *
     * @param address the first element at the origin
     * @param elements how many elements there are
     * @param datatype the datatype of an element
     * @param target the target
     * @param displacement where the first item is at the target
     * @param targetItems how many items there are at the target
     * @param targetType their datatype, which consists of such elements
     * @param operation the operation's handle
     * @param window its handle
     * @return a request for {@link MessageLibrary#test}
     */
    long startAccumulate(long address, long elements, long datatype, int target, long displacement, long targetItems,
                         long targetType, long operation, long window);

    /**
     * MPI_Get_accumulate of elements that are adjacent at the origin.
     *
     * @param address the first element at the origin
     * @param result where the first element goes that was at the target before
     * @param elements how many elements there are
     * @param datatype the datatype of an element
     * @param target the target
     * @param displacement where the first item is at the target
     * @param targetItems how many items there are at the target
     * @param targetType their datatype, which consists of such elements
     * @param operation the operation's handle
     * @param window its handle
     */
    void getAccumulate(long address, long result, long elements, long datatype, int target, long displacement,
                       long targetItems, long targetType, long operation, long window);

    /**
     * MPI_Rget_accumulate. The arguments are those of {@link #getAccumulate}.
     *
     * @param address the first element at the origin
     * @param result where the first element goes that was at the target before
     * @param elements how many elements there are
     * @param datatype the datatype of an element
     * @param target the target
     * @param displacement where the first item is at the target
     * @param targetItems how many items there are at the target
     * @param targetType their datatype, which consists of such elements
     * @param operation the operation's handle
     * @param window its handle
     * @return a request for {@link MessageLibrary#test}
     */
    long startGetAccumulate(long address, long result, long elements, long datatype, int target, long displacement,
                            long targetItems, long targetType, long operation, long window);

    /**
     * MPI_Fetch_and_op.
     *
     * @param address the element at the origin
     * @param result where the element goes that was at the target before
     * @param datatype the datatype of the element
     * @param target the target
     * @param displacement where the element is at the target
     * @param operation the operation's handle
     * @param window its handle
     */
    void fetchAndOp(long address, long result, long datatype, int target, long displacement, long operation,
                    long window);

    /**
     * MPI_Compare_and_swap.
     *
     * @param address the new element
     * @param compare the element that must be at the target
     * @param result where the element goes that was at the target before
     * @param datatype the datatype of the element, which is a number without a fraction
     * @param target the target
     * @param displacement where the element is at the target
     * @param window its handle
     */
    void compareAndSwap(long address, long compare, long result, long datatype, int target, long displacement,
                        long window);

    // ------------------------------------------------------------------------------------------- what they take

    /**
     * The datatype of bytes.
     *
     * @return MPI_BYTE
     */
    long bytes();

    /**
     * The datatype of elements of a type.
     *
     * @param element the type
     * @return its handle
     */
    long datatype(MessageLibrary.Element element);

    /**
     * Makes a datatype of blocks. MPI: MPI_Type_create_hindexed, with an extent.
     *
     * @param datatype the datatype of the elements of a block
     * @param displacements where each block begins, in bytes from the item's origin
     * @param lengths the number of elements of each block
     * @param extent the bytes from the origin of one item to the origin of the next
     * @return its handle
     */
    long blocks(long datatype, long[] displacements, long[] lengths, long extent);

    /**
     * Frees a datatype. Operations that use it and are under way still complete. MPI: MPI_Type_free.
     *
     * @param datatype its handle
     */
    void freeDatatype(long datatype);

    /**
     * A reduction as an operation.
     *
     * @param reduction the reduction
     * @return its handle
     */
    long operation(MessageLibrary.Reduction reduction);

    /**
     * The operation that replaces an element.
     *
     * @return MPI_REPLACE
     */
    long replace();

    /**
     * The operation that changes nothing.
     *
     * @return MPI_NO_OP
     */
    long noOp();
}
