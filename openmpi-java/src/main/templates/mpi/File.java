package mpi;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import mpj.core.comm.Communicator;
import mpj.core.file.Access;
import mpj.engine.ErrorClass;

/**
 * A file that the ranks of a communicator read and write together. MPI: MPI_File, chapter 13 of MPI 3.1.
 *
 * <p>A rank sees a file through its view ({@link #setView}). The file consists of elements of one type, the etype. The
 * filetype of the view says which of these elements the rank sees. At first, the view has all bytes of the file.
 * Offsets and pointers are in etypes of the view. Displacements and sizes are in bytes. The name of a call says where
 * it reads or writes:
 * <ul>
 * <li>with {@code At}: at the offset that is passed;
 * <li>with {@code Shared} or {@code Ordered}: at the pointer that all ranks share;
 * <li>otherwise: at the rank's own pointer.
 * </ul>
 * Calls with {@code All} or {@code Ordered} in their names are collective: every rank of the communicator must make
 * them, in the same order. They are faster than other calls if the ranks' pieces of the file are interleaved.
 *
 * {@snippet :
 * // each rank writes its number behind those of lower ranks
 * File file = new File(MPI.COMM_WORLD, "numbers", MPI.MODE_CREATE | MPI.MODE_WRONLY);
 * int rank = MPI.COMM_WORLD.getRank();
 * file.setView(0, MPI.INT, MPI.INT, "native");
 * file.writeAtAll(rank, new int[] {rank}, 1, MPI.INT);
 * file.close();
 * }
 *
 * <p>A blocking call takes an array, a java.nio buffer or a {@link MemorySegment}. A call that continues after its
 * return takes a direct buffer or a segment, which the program must not use until the request is complete. Items may
 * have any datatype that has no objects. A read at the end of the file is not an error. It finds fewer items, and its
 * status tells how many.
 *
 * <p>Errors are thrown, unless {@link #setErrhandler} sets another handler. An error of one rank in a collective call
 * is an error of all ranks. In addition to the errors of buffers, counts and datatypes, there are these errors:
 * <ul>
 * <li>{@link MPI#ERR_FILE}: the file was closed;
 * <li>{@link MPI#ERR_READ_ONLY}, {@link MPI#ERR_ACCESS}: the file was not opened for writing, or for reading;
 * <li>{@link MPI#ERR_UNSUPPORTED_OPERATION}: the file was opened with {@link MPI#MODE_SEQUENTIAL}, and the call does
 *     not use the shared pointer;
 * <li>{@link MPI#ERR_TYPE}: the items are not a whole number of etypes;
 * <li>{@link MPI#ERR_NO_SPACE}, {@link MPI#ERR_QUOTA}, {@link MPI#ERR_IO}: the operating system reports this error.
 * </ul>
 * Any thread may use a file, but two threads of a rank must not make collective calls on it at the same time.
 */
public final class File {
    private final mpj.core.file.File core;
    /** Predefined, or duplicates, since the program may free its own datatypes when it has set the view. */
    private volatile Datatype etype = MPI.BYTE;
    private volatile Datatype filetype = MPI.BYTE;

    // ------------------------------------------------------------------------------------------- open and close

    /**
     * Opens a file. Every rank of the communicator must call this. MPI: MPI_File_open.
     *
     * @param comm the communicator whose ranks take part, not an intercommunicator
     * @param filename the file's name; all ranks must name the same file
     * @param amode one of {@link MPI#MODE_RDONLY}, {@link MPI#MODE_WRONLY} and {@link MPI#MODE_RDWR}; optionally with
     *     {@link MPI#MODE_CREATE}, {@link MPI#MODE_EXCL}, {@link MPI#MODE_DELETE_ON_CLOSE},
     *     {@link MPI#MODE_UNIQUE_OPEN}, {@link MPI#MODE_SEQUENTIAL} and {@link MPI#MODE_APPEND}; the same on all ranks
     * @throws MPIException of class {@link MPI#ERR_AMODE} when these modes contradict each other,
     *     {@link MPI#ERR_NOT_SAME} when the ranks pass different modes, {@link MPI#ERR_NO_SUCH_FILE},
     *     {@link MPI#ERR_FILE_EXISTS}, {@link MPI#ERR_ACCESS}, {@link MPI#ERR_READ_ONLY}, {@link MPI#ERR_BAD_FILE} or
     *     {@link MPI#ERR_IO} when the file cannot be opened; the error is thrown on all ranks
     */
    public File(Comm comm, String filename, int amode) {
        this(comm, filename, amode, MPI.INFO_NULL);
    }

    /**
     * Opens a file, with hints. Every rank of the communicator must call this. MPI: MPI_File_open.
     *
     * @param comm the communicator whose ranks take part, not an intercommunicator
     * @param filename the file's name
     * @param amode as in {@link #File(Comm, String, int)}
     * @param info hints: see {@link #setInfo}; {@link MPI#INFO_NULL} for none
     * @throws MPIException like {@link #File(Comm, String, int)}, and of class {@link MPI#ERR_INFO_VALUE} when a hint
     *     has an invalid value
     */
    public File(Comm comm, String filename, int amode, Info info) {
        core = opened(Comm.argument(comm, "comm"), filename, amode, info);
    }

    private static mpj.core.file.File opened(Communicator comm, String filename, int amode, Info info) {
        return mpj.core.file.File.open(comm, filename, amode, Info.core(info));
    }

    /**
     * Closes the file, when every rank has called this. What the ranks have written is then on the storage device,
     * unless the file was opened with {@link MPI#MODE_DELETE_ON_CLOSE}. MPI: MPI_File_close.
     *
     * @throws MPIException also of class {@link MPI#ERR_OTHER}, when a split collective operation is under way
     */
    public void close() {
        core.close();
    }

    /**
     * Deletes a file. MPI: MPI_File_delete.
     *
     * @param filename the file's name
     * @throws MPIException of class {@link MPI#ERR_NO_SUCH_FILE}, {@link MPI#ERR_ACCESS} or {@link MPI#ERR_BAD_FILE}
     */
    public static void delete(String filename) {
        delete(filename, MPI.INFO_NULL);
    }

    /**
     * Deletes a file. MPI: MPI_File_delete.
     *
     * @param filename the file's name
     * @param info hints, which have no effect; {@link MPI#INFO_NULL} for none
     * @throws MPIException like {@link #delete(String)}
     */
    public static void delete(String filename, Info info) {
        if (info == null) {
            throw new MPIException(ErrorClass.ERR_INFO, "info is null; pass MPI.INFO_NULL if there is none");
        }
        MPIException.run(() -> mpj.core.file.File.delete(filename));
    }

    // ------------------------------------------------------------------------------------------- the file as a whole

    /**
     * Sets the size of the file. The file is cut, or zeros are added. Every rank must call this.
     * MPI: MPI_File_set_size.
     *
     * @param size the new size in bytes, at least 0; the same on all ranks
     */
    public void setSize(long size) {
        core.size(size);
    }

    /**
     * Reserves space in the file system, so that later writes do not run out of it. The file keeps its content. Every
     * rank must call this. MPI: MPI_File_preallocate.
     *
     * @param size the size that the file has at least after the call, in bytes; the same on all ranks
     */
    public void preallocate(long size) {
        core.preallocate(size);
    }

    /**
     * The size of the file. MPI: MPI_File_get_size.
     *
     * @return the number of bytes
     */
    public long getSize() {
        return core.size();
    }

    /**
     * The ranks that have the file open. MPI: MPI_File_get_group.
     *
     * @return a new group, the group of the communicator
     */
    public Group getGroup() {
        return new Group(core.group());
    }

    /**
     * The access mode. MPI: MPI_File_get_amode.
     *
     * @return the bits with which the file was opened
     */
    public int getAMode() {
        return core.mode();
    }

    /**
     * Adds hints. Every rank must call this, and the hints of rank 0 are used. MPI: MPI_File_set_info. These hints have
     * an effect:
     * <ul>
     * <li>{@code cb_nodes}: the largest number of ranks that read and write for all ranks in collective calls;
     * <li>{@code cb_buffer_size}: the number of bytes that each of these ranks reads or writes at once;
     * <li>{@code romio_cb_read}, {@code romio_cb_write}: whether ranks read or write for others at all: {@code enable},
     *     {@code disable} or {@code automatic};
     * <li>{@code romio_ds_read}, {@code romio_ds_write}: whether small pieces are read or written together with the
     *     bytes that lie between them. The values are the same three;
     * <li>{@code ind_rd_buffer_size}, {@code ind_wr_buffer_size}: the number of bytes that are then read or written at
     *     once.
     * </ul>
     * Other hints are ignored.
     *
     * @param info the hints; {@link MPI#INFO_NULL} for none
     * @throws MPIException of class {@link MPI#ERR_INFO_VALUE} when a hint has an invalid value
     */
    public void setInfo(Info info) {
        core.info(Info.core(info));
    }

    /**
     * The hints that have an effect, with the values in use. Other hints that the program has passed are not among
     * them. MPI: MPI_File_get_info.
     *
     * @return a new info; changing it does not change the file
     */
    public Info getInfo() {
        return new Info(core.info());
    }

    // ------------------------------------------------------------------------------------------- the view

    /**
     * Sets the part of the file that this rank sees, and sets all pointers to 0. Every rank must call this.
     * MPI: MPI_File_set_view.
     *
     * @param disp where the view begins in the file, in bytes; {@link MPI#DISPLACEMENT_CURRENT} for the position of the
     *     shared pointer, in a file that was opened with {@link MPI#MODE_SEQUENTIAL}
     * @param etype the type of the file's elements; its size must be the same on all ranks
     * @param filetype the type that selects the elements which this rank sees. The view consists of the elements that
     *     items of this type name, one item after the other
     * @param datarep {@code native}, {@code internal} or {@code external32}; the same on all ranks
     * @throws MPIException of class {@link MPI#ERR_ARG} when {@code disp} is negative, {@link MPI#ERR_TYPE} when an
     *     item of {@code filetype} is not a whole number of etypes, goes backward, or names a byte twice in a file that
     *     is opened for writing, {@link MPI#ERR_UNSUPPORTED_DATAREP} for another representation,
     *     {@link MPI#ERR_NOT_SAME} when ranks pass etypes of different sizes
     */
    public void setView(long disp, Datatype etype, Datatype filetype, String datarep) {
        setView(disp, etype, filetype, datarep, MPI.INFO_NULL);
    }

    /**
     * The same as {@link #setView(long, Datatype, Datatype, String)}, but with hints. MPI: MPI_File_set_view.
     *
     * @param disp where the view begins in the file, in bytes
     * @param etype the type of the file's elements
     * @param filetype the type that selects the elements which this rank sees
     * @param datarep the data representation
     * @param info hints: see {@link #setInfo}; {@link MPI#INFO_NULL} for none
     */
    public void setView(long disp, Datatype etype, Datatype filetype, String datarep, Info info) {
        core.view(disp, Datatype.core(etype), Datatype.core(filetype), datarep, Info.core(info));
        this.etype = etype.duplicate();
        this.filetype = filetype.duplicate();
    }

    /**
     * The view of this rank. MPI: MPI_File_get_view.
     *
     * @return the view. Its datatypes are predefined, or duplicates of those that {@link #setView} was given, which the
     *     program should free
     */
    public FileView getView() {
        return new FileView(core.displacement(), etype.duplicate(), filetype.duplicate(), core.representation());
    }

    /**
     * The distance between two items of a datatype in the file. MPI: MPI_File_get_type_extent.
     *
     * @param type the datatype
     * @return the number of bytes
     */
    public int getTypeExtent(Datatype type) {
        return Math.toIntExact(core.extent(Datatype.core(type)));
    }

    // ------------------------------------------------------------------------------------------- pointers

    /**
     * Moves this rank's own pointer. MPI: MPI_File_seek.
     *
     * @param offset the distance, in etypes of the view
     * @param whence the start of the distance: {@link MPI#SEEK_SET}, {@link MPI#SEEK_CUR} or {@link MPI#SEEK_END}
     * @throws MPIException of class {@link MPI#ERR_ARG} when the new position is before the view's beginning
     */
    public void seek(long offset, int whence) {
        core.seek(offset, whence);
    }

    /**
     * The position of this rank's own pointer. MPI: MPI_File_get_position.
     *
     * @return the number of etypes from the view's beginning
     */
    public long getPosition() {
        return core.pointer();
    }

    /**
     * The position of an element of the view in the file. MPI: MPI_File_get_byte_offset.
     *
     * @param offset the element, in etypes from the view's beginning
     * @return the number of bytes from the file's beginning
     */
    public long getByteOffset(long offset) {
        return core.byteOffset(offset);
    }

    /**
     * Moves the pointer that all ranks share. Every rank must call this. MPI: MPI_File_seek_shared.
     *
     * @param offset the distance, in etypes of the view; the same on all ranks
     * @param whence the start of the distance, as in {@link #seek}
     */
    public void seekShared(long offset, int whence) {
        core.seekShared(offset, whence);
    }

    /**
     * The position of the pointer that all ranks share. MPI: MPI_File_get_position_shared.
     *
     * @return the number of etypes from the view's beginning
     */
    public long getPositionShared() {
        return core.sharedPointer();
    }

    // ------------------------------------------------------------------------------------------- reading, writing

    private Status moved(Access access, long offset, Object buf, int count, Datatype type) {
        return Status.of(core.requests(), core.access(access, offset, buf, count, Datatype.core(type)));
    }

    private Request started(Access access, long offset, Object buf, int count, Datatype type) {
        return new Request(core.requests(), core.start(access, offset, buf, count, Datatype.core(type)));
    }

    private void begun(Access access, long offset, Object buf, int count, Datatype type) {
        core.begin(access, offset, buf, count, Datatype.core(type));
    }

    private Status ended(Access access, Object buf) {
        return Status.of(core.requests(), core.end(access, buf));
    }

    /**
     * Reads at an offset. MPI: MPI_File_read_at.
     *
     * @param offset where to begin, in etypes of the view
     * @param buf the buffer to read into
     * @param count the number of items
     * @param type the type of the items
     * @return a status with the amount that was read
     */
    public Status readAt(long offset, Object buf, int count, Datatype type) {
        return moved(Access.READ_AT, offset, buf, count, type);
    }

    //@segment
    /**
     * Starts to read, as {@link #readAt} does. MPI: MPI_File_iread_at.
     *
     * @param offset where to begin, in etypes of the view
     * @param buf a direct buffer, which must not be used until the request is complete
     * @param count the number of items
     * @param type the type of the items
     * @return the request
     * @throws MPIException also of class {@link MPI#ERR_BUFFER}, when the buffer is not direct
     */
    public Request iReadAt(long offset, Buffer buf, int count, Datatype type) {
        return started(Access.READ_AT, offset, buf, count, type);
    }

    /**
     * Reads at an offset. Every rank must call this. MPI: MPI_File_read_at_all.
     *
     * @param offset where to begin, in etypes of the view
     * @param buf the buffer to read into
     * @param count the number of items
     * @param type the type of the items
     * @return a status with the amount that was read
     */
    public Status readAtAll(long offset, Object buf, int count, Datatype type) {
        return moved(Access.READ_AT_ALL, offset, buf, count, type);
    }

    //@segment
    /**
     * Starts to read, as {@link #readAtAll} does. Every rank must call this. MPI: MPI_File_iread_at_all.
     *
     * @param offset where to begin, in etypes of the view
     * @param buf a direct buffer, which must not be used until the request is complete
     * @param count the number of items
     * @param type the type of the items
     * @return the request
     * @throws MPIException also of class {@link MPI#ERR_BUFFER}, when the buffer is not direct
     */
    public Request iReadAtAll(long offset, Buffer buf, int count, Datatype type) {
        return started(Access.READ_AT_ALL, offset, buf, count, type);
    }

    /**
     * Begins a split collective operation, which reads as {@link #readAtAll} does, in the background. A file can have
     * one such operation at a time. Every rank must call this. MPI: MPI_File_read_at_all_begin.
     *
     * @param offset where to begin, in etypes of the view
     * @param buf a buffer, which must not be used until the operation has been ended
     * @param count the number of items
     * @param type the type of the items
     */
    public void readAtAllBegin(long offset, Object buf, int count, Datatype type) {
        begun(Access.READ_AT_ALL, offset, buf, count, type);
    }

    /**
     * Waits for the end of the operation that {@link #readAtAllBegin} has begun. Every rank must call this.
     * MPI: MPI_File_read_at_all_end.
     *
     * @param buf the buffer that was passed to the call that began the operation
     * @return a status with the amount that was read
     */
    public Status readAtAllEnd(Object buf) {
        return ended(Access.READ_AT_ALL, buf);
    }

    /**
     * Writes at an offset. MPI: MPI_File_write_at.
     *
     * @param offset where to begin, in etypes of the view
     * @param buf the buffer to write from
     * @param count the number of items
     * @param type the type of the items
     * @return a status with the amount that was written
     */
    public Status writeAt(long offset, Object buf, int count, Datatype type) {
        return moved(Access.WRITE_AT, offset, buf, count, type);
    }

    //@segment
    /**
     * Starts to write, as {@link #writeAt} does. MPI: MPI_File_iwrite_at.
     *
     * @param offset where to begin, in etypes of the view
     * @param buf a direct buffer, which must not be used until the request is complete
     * @param count the number of items
     * @param type the type of the items
     * @return the request
     * @throws MPIException also of class {@link MPI#ERR_BUFFER}, when the buffer is not direct
     */
    public Request iWriteAt(long offset, Buffer buf, int count, Datatype type) {
        return started(Access.WRITE_AT, offset, buf, count, type);
    }

    /**
     * Writes at an offset. Every rank must call this. MPI: MPI_File_write_at_all.
     *
     * @param offset where to begin, in etypes of the view
     * @param buf the buffer to write from
     * @param count the number of items
     * @param type the type of the items
     * @return a status with the amount that was written
     */
    public Status writeAtAll(long offset, Object buf, int count, Datatype type) {
        return moved(Access.WRITE_AT_ALL, offset, buf, count, type);
    }

    //@segment
    /**
     * Starts to write, as {@link #writeAtAll} does. Every rank must call this. MPI: MPI_File_iwrite_at_all.
     *
     * @param offset where to begin, in etypes of the view
     * @param buf a direct buffer, which must not be used until the request is complete
     * @param count the number of items
     * @param type the type of the items
     * @return the request
     * @throws MPIException also of class {@link MPI#ERR_BUFFER}, when the buffer is not direct
     */
    public Request iWriteAtAll(long offset, Buffer buf, int count, Datatype type) {
        return started(Access.WRITE_AT_ALL, offset, buf, count, type);
    }

    /**
     * Begins a split collective operation, which writes as {@link #writeAtAll} does, in the background. A file can have
     * one such operation at a time. Every rank must call this. MPI: MPI_File_write_at_all_begin.
     *
     * @param offset where to begin, in etypes of the view
     * @param buf a buffer, which must not be used until the operation has been ended
     * @param count the number of items
     * @param type the type of the items
     */
    public void writeAtAllBegin(long offset, Object buf, int count, Datatype type) {
        begun(Access.WRITE_AT_ALL, offset, buf, count, type);
    }

    /**
     * Waits for the end of the operation that {@link #writeAtAllBegin} has begun. Every rank must call this.
     * MPI: MPI_File_write_at_all_end.
     *
     * @param buf the buffer that was passed to the call that began the operation
     * @return a status with the amount that was written
     */
    public Status writeAtAllEnd(Object buf) {
        return ended(Access.WRITE_AT_ALL, buf);
    }

    /**
     * Reads at this rank's own pointer, which moves to the end of the data read. MPI: MPI_File_read.
     *
     * @param buf the buffer to read into
     * @param count the number of items
     * @param type the type of the items
     * @return a status with the amount that was read
     */
    public Status read(Object buf, int count, Datatype type) {
        return moved(Access.READ, 0, buf, count, type);
    }

    //@segment
    /**
     * Starts to read, as {@link #read} does. The pointer moves at once, by the number of items asked for.
     * MPI: MPI_File_iread.
     *
     * @param buf a direct buffer, which must not be used until the request is complete
     * @param count the number of items
     * @param type the type of the items
     * @return the request
     * @throws MPIException also of class {@link MPI#ERR_BUFFER}, when the buffer is not direct
     */
    public Request iRead(Buffer buf, int count, Datatype type) {
        return started(Access.READ, 0, buf, count, type);
    }

    /**
     * Reads at this rank's own pointer, which moves to the end of the data read. Every rank must call this.
     * MPI: MPI_File_read_all.
     *
     * @param buf the buffer to read into
     * @param count the number of items
     * @param type the type of the items
     * @return a status with the amount that was read
     */
    public Status readAll(Object buf, int count, Datatype type) {
        return moved(Access.READ_ALL, 0, buf, count, type);
    }

    //@segment
    /**
     * Starts to read, as {@link #readAll} does. The pointer moves at once, by the number of items asked for. Every rank
     * must call this. MPI: MPI_File_iread_all.
     *
     * @param buf a direct buffer, which must not be used until the request is complete
     * @param count the number of items
     * @param type the type of the items
     * @return the request
     * @throws MPIException also of class {@link MPI#ERR_BUFFER}, when the buffer is not direct
     */
    public Request iReadAll(Buffer buf, int count, Datatype type) {
        return started(Access.READ_ALL, 0, buf, count, type);
    }

    /**
     * Begins a split collective operation, which reads as {@link #readAll} does, in the background. A file can have one
     * such operation at a time. Every rank must call this. MPI: MPI_File_read_all_begin.
     *
     * @param buf a buffer, which must not be used until the operation has been ended
     * @param count the number of items
     * @param type the type of the items
     */
    public void readAllBegin(Object buf, int count, Datatype type) {
        begun(Access.READ_ALL, 0, buf, count, type);
    }

    /**
     * Waits for the end of the operation that {@link #readAllBegin} has begun. Every rank must call this.
     * MPI: MPI_File_read_all_end.
     *
     * @param buf the buffer that was passed to the call that began the operation
     * @return a status with the amount that was read
     */
    public Status readAllEnd(Object buf) {
        return ended(Access.READ_ALL, buf);
    }

    /**
     * Writes at this rank's own pointer, which moves to the end of the data written. MPI: MPI_File_write.
     *
     * @param buf the buffer to write from
     * @param count the number of items
     * @param type the type of the items
     * @return a status with the amount that was written
     */
    public Status write(Object buf, int count, Datatype type) {
        return moved(Access.WRITE, 0, buf, count, type);
    }

    //@segment
    /**
     * Starts to write, as {@link #write} does. The pointer moves at once, by the number of items asked for.
     * MPI: MPI_File_iwrite.
     *
     * @param buf a direct buffer, which must not be used until the request is complete
     * @param count the number of items
     * @param type the type of the items
     * @return the request
     * @throws MPIException also of class {@link MPI#ERR_BUFFER}, when the buffer is not direct
     */
    public Request iWrite(Buffer buf, int count, Datatype type) {
        return started(Access.WRITE, 0, buf, count, type);
    }

    /**
     * Writes at this rank's own pointer, which moves to the end of the data written. Every rank must call this.
     * MPI: MPI_File_write_all.
     *
     * @param buf the buffer to write from
     * @param count the number of items
     * @param type the type of the items
     * @return a status with the amount that was written
     */
    public Status writeAll(Object buf, int count, Datatype type) {
        return moved(Access.WRITE_ALL, 0, buf, count, type);
    }

    //@segment
    /**
     * Starts to write, as {@link #writeAll} does. The pointer moves at once, by the number of items asked for. Every
     * rank must call this. MPI: MPI_File_iwrite_all.
     *
     * @param buf a direct buffer, which must not be used until the request is complete
     * @param count the number of items
     * @param type the type of the items
     * @return the request
     * @throws MPIException also of class {@link MPI#ERR_BUFFER}, when the buffer is not direct
     */
    public Request iWriteAll(Buffer buf, int count, Datatype type) {
        return started(Access.WRITE_ALL, 0, buf, count, type);
    }

    /**
     * Begins a split collective operation, which writes as {@link #writeAll} does, in the background. A file can have
     * one such operation at a time. Every rank must call this. MPI: MPI_File_write_all_begin.
     *
     * @param buf a buffer, which must not be used until the operation has been ended
     * @param count the number of items
     * @param type the type of the items
     */
    public void writeAllBegin(Object buf, int count, Datatype type) {
        begun(Access.WRITE_ALL, 0, buf, count, type);
    }

    /**
     * Waits for the end of the operation that {@link #writeAllBegin} has begun. Every rank must call this.
     * MPI: MPI_File_write_all_end.
     *
     * @param buf the buffer that was passed to the call that began the operation
     * @return a status with the amount that was written
     */
    public Status writeAllEnd(Object buf) {
        return ended(Access.WRITE_ALL, buf);
    }

    /**
     * Reads at the shared pointer, which moves by the number of items asked for. MPI: MPI_File_read_shared.
     *
     * @param buf the buffer to read into
     * @param count the number of items
     * @param type the type of the items
     * @return a status with the amount that was read
     */
    public Status readShared(Object buf, int count, Datatype type) {
        return moved(Access.READ_SHARED, 0, buf, count, type);
    }

    //@segment
    /**
     * Starts to read, as {@link #readShared} does. The pointer moves at once. MPI: MPI_File_iread_shared.
     *
     * @param buf a direct buffer, which must not be used until the request is complete
     * @param count the number of items
     * @param type the type of the items
     * @return the request
     * @throws MPIException also of class {@link MPI#ERR_BUFFER}, when the buffer is not direct
     */
    public Request iReadShared(Buffer buf, int count, Datatype type) {
        return started(Access.READ_SHARED, 0, buf, count, type);
    }

    /**
     * Writes at the shared pointer, which moves by the number of items asked for. MPI: MPI_File_write_shared.
     *
     * @param buf the buffer to write from
     * @param count the number of items
     * @param type the type of the items
     * @return a status with the amount that was written
     */
    public Status writeShared(Object buf, int count, Datatype type) {
        return moved(Access.WRITE_SHARED, 0, buf, count, type);
    }

    //@segment
    /**
     * Starts to write, as {@link #writeShared} does. The pointer moves at once. MPI: MPI_File_iwrite_shared.
     *
     * @param buf a direct buffer, which must not be used until the request is complete
     * @param count the number of items
     * @param type the type of the items
     * @return the request
     * @throws MPIException also of class {@link MPI#ERR_BUFFER}, when the buffer is not direct
     */
    public Request iWriteShared(Buffer buf, int count, Datatype type) {
        return started(Access.WRITE_SHARED, 0, buf, count, type);
    }

    /**
     * Reads at the shared pointer, one rank after the other, in the order of ranks. Every rank must call this.
     * MPI: MPI_File_read_ordered.
     *
     * @param buf the buffer to read into
     * @param count the number of items
     * @param type the type of the items
     * @return a status with the amount that was read
     */
    public Status readOrdered(Object buf, int count, Datatype type) {
        return moved(Access.READ_ORDERED, 0, buf, count, type);
    }

    /**
     * Begins a split collective operation, which reads as {@link #readOrdered} does, in the background. A file can have
     * one such operation at a time. Every rank must call this. MPI: MPI_File_read_ordered_begin.
     *
     * @param buf a buffer, which must not be used until the operation has been ended
     * @param count the number of items
     * @param type the type of the items
     */
    public void readOrderedBegin(Object buf, int count, Datatype type) {
        begun(Access.READ_ORDERED, 0, buf, count, type);
    }

    /**
     * Waits for the end of the operation that {@link #readOrderedBegin} has begun. Every rank must call this.
     * MPI: MPI_File_read_ordered_end.
     *
     * @param buf the buffer that was passed to the call that began the operation
     * @return a status with the amount that was read
     */
    public Status readOrderedEnd(Object buf) {
        return ended(Access.READ_ORDERED, buf);
    }

    /**
     * Writes at the shared pointer, one rank after the other, in the order of ranks. Every rank must call this.
     * MPI: MPI_File_write_ordered.
     *
     * @param buf the buffer to write from
     * @param count the number of items
     * @param type the type of the items
     * @return a status with the amount that was written
     */
    public Status writeOrdered(Object buf, int count, Datatype type) {
        return moved(Access.WRITE_ORDERED, 0, buf, count, type);
    }

    /**
     * Begins a split collective operation, which writes as {@link #writeOrdered} does, in the background. A file can
     * have one such operation at a time. Every rank must call this. MPI: MPI_File_write_ordered_begin.
     *
     * @param buf a buffer, which must not be used until the operation has been ended
     * @param count the number of items
     * @param type the type of the items
     */
    public void writeOrderedBegin(Object buf, int count, Datatype type) {
        begun(Access.WRITE_ORDERED, 0, buf, count, type);
    }

    /**
     * Waits for the end of the operation that {@link #writeOrderedBegin} has begun. Every rank must call this.
     * MPI: MPI_File_write_ordered_end.
     *
     * @param buf the buffer that was passed to the call that began the operation
     * @return a status with the amount that was written
     */
    public Status writeOrderedEnd(Object buf) {
        return ended(Access.WRITE_ORDERED, buf);
    }

    // ------------------------------------------------------------------------------------------- consistency, errors

    /**
     * Sets whether accesses are atomic: other ranks then see each access either completely or not at all, and see it at
     * once. Atomic accesses lock their bytes, and no rank reads or writes for other ranks. Every rank must call this.
     * MPI: MPI_File_set_atomicity.
     *
     * @param atomicity whether accesses are atomic; the same on all ranks
     */
    public void setAtomicity(boolean atomicity) {
        core.atomicity(atomicity);
    }

    /**
     * Whether accesses are atomic. MPI: MPI_File_get_atomicity.
     *
     * @return the value that {@link #setAtomicity} has set; otherwise false
     */
    public boolean getAtomicity() {
        return core.atomicity();
    }

    /**
     * Asks the operating system to write the ranks' data to its device. Every rank must call this. MPI: MPI_File_sync.
     */
    public void sync() {
        core.sync();
    }

    /**
     * Sets the handler for errors on this rank. The default is {@link MPI#ERRORS_RETURN}. MPI: MPI_File_set_errhandler.
     *
     * @param errhandler {@link MPI#ERRORS_RETURN}, with which errors are thrown, or {@link MPI#ERRORS_ARE_FATAL}, with
     *     which they end the job
     */
    public void setErrhandler(Errhandler errhandler) {
        core.errorHandler(errhandler, errhandler != null && errhandler.fatal());
    }

    /**
     * The handler for errors on this rank. MPI: MPI_File_get_errhandler.
     *
     * @return the error handler
     */
    public Errhandler getErrhandler() {
        return (Errhandler) core.errorHandler();
    }

    /**
     * Calls the file's error handler. {@link MPI#ERRORS_RETURN} throws an exception of the given class, and the other
     * handlers end the job. MPI: MPI_File_call_errhandler.
     *
     * @param errorCode the class of the error
     * @throws MPIException of that class
     */
    public void callErrhandler(int errorCode) {
        core.callErrorHandler(errorCode);
    }
}
