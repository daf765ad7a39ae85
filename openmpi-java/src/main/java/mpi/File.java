package mpi;

import java.nio.Buffer;

/**
 * A file that the ranks of a communicator read and write together. MPI: MPI_File. Not supported yet: constructors and
 * {@link #delete(String)} throw an {@link MPIException} of class {@link MPI#ERR_UNSUPPORTED_OPERATION}.
 */
public final class File {
    /**
     * Not supported yet. MPI: MPI_File_open.
     *
     * @param comm whose ranks take part
     * @param filename the file's name
     * @param amode {@link MPI#MODE_RDONLY} and the like
     */
    public File(Comm comm, String filename, int amode) {
        throw MPIException.notYet("File");
    }

    /**
     * Not supported yet. MPI: MPI_File_open.
     *
     * @param comm whose ranks take part
     * @param filename the file's name
     * @param amode {@link MPI#MODE_RDONLY} and the like
     * @param info hints
     */
    public File(Comm comm, String filename, int amode, Info info) {
        throw MPIException.notYet("File");
    }

    /**
     * Not supported yet. MPI: MPI_File_close.
     */
    public void close() {
        throw MPIException.notYet("File.close");
    }

    /**
     * Not supported yet. MPI: MPI_File_delete.
     *
     * @param filename the file's name
     */
    public static void delete(String filename) {
        throw MPIException.notYet("File.delete");
    }

    /**
     * Not supported yet. MPI: MPI_File_delete.
     *
     * @param filename the file's name
     * @param info hints
     */
    public static void delete(String filename, Info info) {
        throw MPIException.notYet("File.delete");
    }

    /**
     * Not supported yet. MPI: MPI_File_set_size.
     *
     * @param size the size, in bytes
     */
    public void setSize(long size) {
        throw MPIException.notYet("File.setSize");
    }

    /**
     * Not supported yet. MPI: MPI_File_preallocate.
     *
     * @param size the size, in bytes
     */
    public void preallocate(long size) {
        throw MPIException.notYet("File.preallocate");
    }

    /**
     * Not supported yet. MPI: MPI_File_get_size.
     *
     * @return bytes
     */
    public long getSize() {
        throw MPIException.notYet("File.getSize");
    }

    /**
     * Not supported yet. MPI: MPI_File_get_group.
     *
     * @return the group
     */
    public Group getGroup() {
        throw MPIException.notYet("File.getGroup");
    }

    /**
     * Not supported yet. MPI: MPI_File_get_amode.
     *
     * @return the access mode
     */
    public int getAMode() {
        throw MPIException.notYet("File.getAMode");
    }

    /**
     * Not supported yet. MPI: MPI_File_set_info.
     *
     * @param info hints
     */
    public void setInfo(Info info) {
        throw MPIException.notYet("File.setInfo");
    }

    /**
     * Not supported yet. MPI: MPI_File_get_info.
     *
     * @return the hints
     */
    public Info getInfo() {
        throw MPIException.notYet("File.getInfo");
    }

    /**
     * Not supported yet. MPI: MPI_File_set_view.
     *
     * @param disp where the view begins, in bytes
     * @param etype what the file is made of
     * @param filetype which of these elements this rank sees
     * @param datarep how the elements are written
     */
    public void setView(long disp, Datatype etype, Datatype filetype, String datarep) {
        throw MPIException.notYet("File.setView");
    }

    /**
     * Not supported yet. MPI: MPI_File_set_view.
     *
     * @param disp where the view begins, in bytes
     * @param etype what the file is made of
     * @param filetype which of these elements this rank sees
     * @param datarep how the elements are written
     * @param info hints
     */
    public void setView(long disp, Datatype etype, Datatype filetype, String datarep, Info info) {
        throw MPIException.notYet("File.setView");
    }

    /**
     * Not supported yet. MPI: MPI_File_get_view.
     *
     * @return the view
     */
    public FileView getView() {
        throw MPIException.notYet("File.getView");
    }

    /**
     * Not supported yet. MPI: MPI_File_read_at.
     *
     * @param offset where, in elements of the view
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @return the status
     */
    public Status readAt(long offset, Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.readAt");
    }

    /**
     * Not supported yet. MPI: MPI_File_read_at_all.
     *
     * @param offset where, in elements of the view
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @return the status
     */
    public Status readAtAll(long offset, Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.readAtAll");
    }

    /**
     * Not supported yet. MPI: MPI_File_write_at.
     *
     * @param offset where, in elements of the view
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @return the status
     */
    public Status writeAt(long offset, Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.writeAt");
    }

    /**
     * Not supported yet. MPI: MPI_File_write_at_all.
     *
     * @param offset where, in elements of the view
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @return the status
     */
    public Status writeAtAll(long offset, Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.writeAtAll");
    }

    /**
     * Not supported yet. MPI: MPI_File_iread_at.
     *
     * @param offset where, in elements of the view
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @return the request
     */
    public Request iReadAt(long offset, Buffer buf, int count, Datatype type) {
        throw MPIException.notYet("File.iReadAt");
    }

    /**
     * Not supported yet. MPI: MPI_File_iread_at_all.
     *
     * @param offset where, in elements of the view
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @return the request
     */
    public Request iReadAtAll(long offset, Buffer buf, int count, Datatype type) {
        throw MPIException.notYet("File.iReadAtAll");
    }

    /**
     * Not supported yet. MPI: MPI_File_iwrite_at.
     *
     * @param offset where, in elements of the view
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @return the request
     */
    public Request iWriteAt(long offset, Buffer buf, int count, Datatype type) {
        throw MPIException.notYet("File.iWriteAt");
    }

    /**
     * Not supported yet. MPI: MPI_File_iwrite_at_all.
     *
     * @param offset where, in elements of the view
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @return the request
     */
    public Request iWriteAtAll(long offset, Buffer buf, int count, Datatype type) {
        throw MPIException.notYet("File.iWriteAtAll");
    }

    /**
     * Not supported yet. MPI: MPI_File_read.
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @return the status
     */
    public Status read(Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.read");
    }

    /**
     * Not supported yet. MPI: MPI_File_read_all.
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @return the status
     */
    public Status readAll(Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.readAll");
    }

    /**
     * Not supported yet. MPI: MPI_File_write.
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @return the status
     */
    public Status write(Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.write");
    }

    /**
     * Not supported yet. MPI: MPI_File_write_all.
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @return the status
     */
    public Status writeAll(Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.writeAll");
    }

    /**
     * Not supported yet. MPI: MPI_File_iread.
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @return the request
     */
    public Request iRead(Buffer buf, int count, Datatype type) {
        throw MPIException.notYet("File.iRead");
    }

    /**
     * Not supported yet. MPI: MPI_File_iread_all.
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @return the request
     */
    public Request iReadAll(Buffer buf, int count, Datatype type) {
        throw MPIException.notYet("File.iReadAll");
    }

    /**
     * Not supported yet. MPI: MPI_File_iwrite.
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @return the request
     */
    public Request iWrite(Buffer buf, int count, Datatype type) {
        throw MPIException.notYet("File.iWrite");
    }

    /**
     * Not supported yet. MPI: MPI_File_iwrite_all.
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @return the request
     */
    public Request iWriteAll(Buffer buf, int count, Datatype type) {
        throw MPIException.notYet("File.iWriteAll");
    }

    /**
     * Not supported yet. MPI: MPI_File_seek.
     *
     * @param offset where, in elements of the view
     * @param whence {@link MPI#SEEK_SET}, {@link MPI#SEEK_CUR} or {@link MPI#SEEK_END}
     */
    public void seek(long offset, int whence) {
        throw MPIException.notYet("File.seek");
    }

    /**
     * Not supported yet. MPI: MPI_File_get_position.
     *
     * @return the offset
     */
    public long getPosition() {
        throw MPIException.notYet("File.getPosition");
    }

    /**
     * Not supported yet. MPI: MPI_File_get_byte_offset.
     *
     * @param offset where, in elements of the view
     * @return bytes
     */
    public long getByteOffset(long offset) {
        throw MPIException.notYet("File.getByteOffset");
    }

    /**
     * Not supported yet. MPI: MPI_File_read_shared.
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @return the status
     */
    public Status readShared(Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.readShared");
    }

    /**
     * Not supported yet. MPI: MPI_File_write_shared.
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @return the status
     */
    public Status writeShared(Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.writeShared");
    }

    /**
     * Not supported yet. MPI: MPI_File_iread_shared.
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @return the request
     */
    public Request iReadShared(Buffer buf, int count, Datatype type) {
        throw MPIException.notYet("File.iReadShared");
    }

    /**
     * Not supported yet. MPI: MPI_File_iwrite_shared.
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @return the request
     */
    public Request iWriteShared(Buffer buf, int count, Datatype type) {
        throw MPIException.notYet("File.iWriteShared");
    }

    /**
     * Not supported yet. MPI: MPI_File_read_ordered.
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @return the status
     */
    public Status readOrdered(Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.readOrdered");
    }

    /**
     * Not supported yet. MPI: MPI_File_write_ordered.
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     * @return the status
     */
    public Status writeOrdered(Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.writeOrdered");
    }

    /**
     * Not supported yet. MPI: MPI_File_seek_shared.
     *
     * @param offset where, in elements of the view
     * @param whence {@link MPI#SEEK_SET}, {@link MPI#SEEK_CUR} or {@link MPI#SEEK_END}
     */
    public void seekShared(long offset, int whence) {
        throw MPIException.notYet("File.seekShared");
    }

    /**
     * Not supported yet. MPI: MPI_File_get_position_shared.
     *
     * @return the offset
     */
    public long getPositionShared() {
        throw MPIException.notYet("File.getPositionShared");
    }

    /**
     * Not supported yet. MPI: MPI_File_read_at_all_begin.
     *
     * @param offset where, in elements of the view
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     */
    public void readAtAllBegin(long offset, Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.readAtAllBegin");
    }

    /**
     * Not supported yet. MPI: MPI_File_read_at_all_end.
     *
     * @param buf the buffer
     * @return the status
     */
    public Status readAtAllEnd(Object buf) {
        throw MPIException.notYet("File.readAtAllEnd");
    }

    /**
     * Not supported yet. MPI: MPI_File_write_at_all_begin.
     *
     * @param offset where, in elements of the view
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     */
    public void writeAtAllBegin(long offset, Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.writeAtAllBegin");
    }

    /**
     * Not supported yet. MPI: MPI_File_write_at_all_end.
     *
     * @param buf the buffer
     * @return the status
     */
    public Status writeAtAllEnd(Object buf) {
        throw MPIException.notYet("File.writeAtAllEnd");
    }

    /**
     * Not supported yet. MPI: MPI_File_read_all_begin.
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     */
    public void readAllBegin(Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.readAllBegin");
    }

    /**
     * Not supported yet. MPI: MPI_File_read_all_end.
     *
     * @param buf the buffer
     * @return the status
     */
    public Status readAllEnd(Object buf) {
        throw MPIException.notYet("File.readAllEnd");
    }

    /**
     * Not supported yet. MPI: MPI_File_write_all_begin.
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     */
    public void writeAllBegin(Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.writeAllBegin");
    }

    /**
     * Not supported yet. MPI: MPI_File_write_all_end.
     *
     * @param buf the buffer
     * @return the status
     */
    public Status writeAllEnd(Object buf) {
        throw MPIException.notYet("File.writeAllEnd");
    }

    /**
     * Not supported yet. MPI: MPI_File_read_ordered_begin.
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     */
    public void readOrderedBegin(Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.readOrderedBegin");
    }

    /**
     * Not supported yet. MPI: MPI_File_read_ordered_end.
     *
     * @param buf the buffer
     * @return the status
     */
    public Status readOrderedEnd(Object buf) {
        throw MPIException.notYet("File.readOrderedEnd");
    }

    /**
     * Not supported yet. MPI: MPI_File_write_ordered_begin.
     *
     * @param buf the buffer
     * @param count the number of items
     * @param type their type
     */
    public void writeOrderedBegin(Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.writeOrderedBegin");
    }

    /**
     * Not supported yet. MPI: MPI_File_write_ordered_end.
     *
     * @param buf the buffer
     * @return the status
     */
    public Status writeOrderedEnd(Object buf) {
        throw MPIException.notYet("File.writeOrderedEnd");
    }

    /**
     * Not supported yet. MPI: MPI_File_get_type_extent.
     *
     * @param type the datatype
     * @return bytes
     */
    public int getTypeExtent(Datatype type) {
        throw MPIException.notYet("File.getTypeExtent");
    }

    /**
     * Not supported yet. MPI: MPI_File_set_atomicity.
     *
     * @param atomicity whether accesses of several ranks come one after the other
     */
    public void setAtomicity(boolean atomicity) {
        throw MPIException.notYet("File.setAtomicity");
    }

    /**
     * Not supported yet. MPI: MPI_File_get_atomicity.
     *
     * @return true if so
     */
    public boolean getAtomicity() {
        throw MPIException.notYet("File.getAtomicity");
    }

    /**
     * Not supported yet. MPI: MPI_File_sync.
     */
    public void sync() {
        throw MPIException.notYet("File.sync");
    }

    /**
     * Not supported yet. MPI: MPI_File_set_errhandler.
     *
     * @param errhandler the handler
     */
    public void setErrhandler(Errhandler errhandler) {
        throw MPIException.notYet("File.setErrhandler");
    }

    /**
     * Not supported yet. MPI: MPI_File_get_errhandler.
     *
     * @return the handler
     */
    public Errhandler getErrhandler() {
        throw MPIException.notYet("File.getErrhandler");
    }

    /**
     * Not supported yet. MPI: MPI_File_call_errhandler.
     *
     * @param errorCode the error's class
     */
    public void callErrhandler(int errorCode) {
        throw MPIException.notYet("File.callErrhandler");
    }
}
