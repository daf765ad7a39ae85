package mpi;

import java.nio.Buffer;

/** TODO. MPI: see the list. */
public final class File {
    /**
     * TODO.
     *
     * @param comm TODO
     * @param filename TODO
     * @param amode TODO
     */
    public File(Comm comm, String filename, int amode) {
        throw MPIException.notYet("File");
    }

    /**
     * TODO.
     *
     * @param comm TODO
     * @param filename TODO
     * @param amode TODO
     * @param info TODO
     */
    public File(Comm comm, String filename, int amode, Info info) {
        throw MPIException.notYet("File");
    }

    /**
     * TODO. MPI: MPI_File_close.
     */
    public void close() {
        throw MPIException.notYet("File.close");
    }

    /**
     * TODO. MPI: MPI_File_delete.
     *
     * @param filename TODO
     */
    public static void delete(String filename) {
        throw MPIException.notYet("File.delete");
    }

    /**
     * TODO. MPI: MPI_File_delete.
     *
     * @param filename TODO
     * @param info TODO
     */
    public static void delete(String filename, Info info) {
        throw MPIException.notYet("File.delete");
    }

    /**
     * TODO. MPI: MPI_File_set_size.
     *
     * @param size TODO
     */
    public void setSize(long size) {
        throw MPIException.notYet("File.setSize");
    }

    /**
     * TODO. MPI: MPI_File_preallocate.
     *
     * @param size TODO
     */
    public void preallocate(long size) {
        throw MPIException.notYet("File.preallocate");
    }

    /**
     * TODO. MPI: MPI_File_get_size.
     * @return TODO
     */
    public long getSize() {
        throw MPIException.notYet("File.getSize");
    }

    /**
     * TODO. MPI: MPI_File_get_group.
     * @return TODO
     */
    public Group getGroup() {
        throw MPIException.notYet("File.getGroup");
    }

    /**
     * TODO. MPI: MPI_File_get_amode.
     * @return TODO
     */
    public int getAMode() {
        throw MPIException.notYet("File.getAMode");
    }

    /**
     * TODO. MPI: MPI_File_set_info.
     *
     * @param info TODO
     */
    public void setInfo(Info info) {
        throw MPIException.notYet("File.setInfo");
    }

    /**
     * TODO. MPI: MPI_File_get_info.
     * @return TODO
     */
    public Info getInfo() {
        throw MPIException.notYet("File.getInfo");
    }

    /**
     * TODO. MPI: MPI_File_set_view.
     *
     * @param disp TODO
     * @param etype TODO
     * @param filetype TODO
     * @param datarep TODO
     */
    public void setView(long disp, Datatype etype, Datatype filetype, String datarep) {
        throw MPIException.notYet("File.setView");
    }

    /**
     * TODO. MPI: MPI_File_set_view.
     *
     * @param disp TODO
     * @param etype TODO
     * @param filetype TODO
     * @param datarep TODO
     * @param info TODO
     */
    public void setView(long disp, Datatype etype, Datatype filetype, String datarep, Info info) {
        throw MPIException.notYet("File.setView");
    }

    /**
     * TODO. MPI: MPI_File_get_view.
     * @return TODO
     */
    public FileView getView() {
        throw MPIException.notYet("File.getView");
    }

    /**
     * TODO. MPI: MPI_File_read_at.
     *
     * @param offset TODO
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public Status readAt(long offset, Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.readAt");
    }

    /**
     * TODO. MPI: MPI_File_read_at_all.
     *
     * @param offset TODO
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public Status readAtAll(long offset, Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.readAtAll");
    }

    /**
     * TODO. MPI: MPI_File_write_at.
     *
     * @param offset TODO
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public Status writeAt(long offset, Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.writeAt");
    }

    /**
     * TODO. MPI: MPI_File_write_at_all.
     *
     * @param offset TODO
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public Status writeAtAll(long offset, Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.writeAtAll");
    }

    /**
     * TODO. MPI: MPI_File_iread_at.
     *
     * @param offset TODO
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public Request iReadAt(long offset, Buffer buf, int count, Datatype type) {
        throw MPIException.notYet("File.iReadAt");
    }

    /**
     * TODO. MPI: MPI_File_iread_at_all.
     *
     * @param offset TODO
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public Request iReadAtAll(long offset, Buffer buf, int count, Datatype type) {
        throw MPIException.notYet("File.iReadAtAll");
    }

    /**
     * TODO. MPI: MPI_File_iwrite_at.
     *
     * @param offset TODO
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public Request iWriteAt(long offset, Buffer buf, int count, Datatype type) {
        throw MPIException.notYet("File.iWriteAt");
    }

    /**
     * TODO. MPI: MPI_File_iwrite_at_all.
     *
     * @param offset TODO
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public Request iWriteAtAll(long offset, Buffer buf, int count, Datatype type) {
        throw MPIException.notYet("File.iWriteAtAll");
    }

    /**
     * TODO. MPI: MPI_File_read.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public Status read(Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.read");
    }

    /**
     * TODO. MPI: MPI_File_read_all.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public Status readAll(Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.readAll");
    }

    /**
     * TODO. MPI: MPI_File_write.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public Status write(Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.write");
    }

    /**
     * TODO. MPI: MPI_File_write_all.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public Status writeAll(Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.writeAll");
    }

    /**
     * TODO. MPI: MPI_File_iread.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public Request iRead(Buffer buf, int count, Datatype type) {
        throw MPIException.notYet("File.iRead");
    }

    /**
     * TODO. MPI: MPI_File_iread_all.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public Request iReadAll(Buffer buf, int count, Datatype type) {
        throw MPIException.notYet("File.iReadAll");
    }

    /**
     * TODO. MPI: MPI_File_iwrite.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public Request iWrite(Buffer buf, int count, Datatype type) {
        throw MPIException.notYet("File.iWrite");
    }

    /**
     * TODO. MPI: MPI_File_iwrite_all.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public Request iWriteAll(Buffer buf, int count, Datatype type) {
        throw MPIException.notYet("File.iWriteAll");
    }

    /**
     * TODO. MPI: MPI_File_seek.
     *
     * @param offset TODO
     * @param whence TODO
     */
    public void seek(long offset, int whence) {
        throw MPIException.notYet("File.seek");
    }

    /**
     * TODO. MPI: MPI_File_get_position.
     * @return TODO
     */
    public long getPosition() {
        throw MPIException.notYet("File.getPosition");
    }

    /**
     * TODO. MPI: MPI_File_get_byte_offset.
     *
     * @param offset TODO
     * @return TODO
     */
    public long getByteOffset(long offset) {
        throw MPIException.notYet("File.getByteOffset");
    }

    /**
     * TODO. MPI: MPI_File_read_shared.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public Status readShared(Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.readShared");
    }

    /**
     * TODO. MPI: MPI_File_write_shared.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public Status writeShared(Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.writeShared");
    }

    /**
     * TODO. MPI: MPI_File_iread_shared.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public Request iReadShared(Buffer buf, int count, Datatype type) {
        throw MPIException.notYet("File.iReadShared");
    }

    /**
     * TODO. MPI: MPI_File_iwrite_shared.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public Request iWriteShared(Buffer buf, int count, Datatype type) {
        throw MPIException.notYet("File.iWriteShared");
    }

    /**
     * TODO. MPI: MPI_File_read_ordered.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public Status readOrdered(Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.readOrdered");
    }

    /**
     * TODO. MPI: MPI_File_write_ordered.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public Status writeOrdered(Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.writeOrdered");
    }

    /**
     * TODO. MPI: MPI_File_seek_shared.
     *
     * @param offset TODO
     * @param whence TODO
     */
    public void seekShared(long offset, int whence) {
        throw MPIException.notYet("File.seekShared");
    }

    /**
     * TODO. MPI: MPI_File_get_position_shared.
     * @return TODO
     */
    public long getPositionShared() {
        throw MPIException.notYet("File.getPositionShared");
    }

    /**
     * TODO. MPI: MPI_File_read_at_all_begin.
     *
     * @param offset TODO
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     */
    public void readAtAllBegin(long offset, Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.readAtAllBegin");
    }

    /**
     * TODO. MPI: MPI_File_read_at_all_end.
     *
     * @param buf TODO
     * @return TODO
     */
    public Status readAtAllEnd(Object buf) {
        throw MPIException.notYet("File.readAtAllEnd");
    }

    /**
     * TODO. MPI: MPI_File_write_at_all_begin.
     *
     * @param offset TODO
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     */
    public void writeAtAllBegin(long offset, Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.writeAtAllBegin");
    }

    /**
     * TODO. MPI: MPI_File_write_at_all_end.
     *
     * @param buf TODO
     * @return TODO
     */
    public Status writeAtAllEnd(Object buf) {
        throw MPIException.notYet("File.writeAtAllEnd");
    }

    /**
     * TODO. MPI: MPI_File_read_all_begin.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     */
    public void readAllBegin(Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.readAllBegin");
    }

    /**
     * TODO. MPI: MPI_File_read_all_end.
     *
     * @param buf TODO
     * @return TODO
     */
    public Status readAllEnd(Object buf) {
        throw MPIException.notYet("File.readAllEnd");
    }

    /**
     * TODO. MPI: MPI_File_write_all_begin.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     */
    public void writeAllBegin(Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.writeAllBegin");
    }

    /**
     * TODO. MPI: MPI_File_write_all_end.
     *
     * @param buf TODO
     * @return TODO
     */
    public Status writeAllEnd(Object buf) {
        throw MPIException.notYet("File.writeAllEnd");
    }

    /**
     * TODO. MPI: MPI_File_read_ordered_begin.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     */
    public void readOrderedBegin(Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.readOrderedBegin");
    }

    /**
     * TODO. MPI: MPI_File_read_ordered_end.
     *
     * @param buf TODO
     * @return TODO
     */
    public Status readOrderedEnd(Object buf) {
        throw MPIException.notYet("File.readOrderedEnd");
    }

    /**
     * TODO. MPI: MPI_File_write_ordered_begin.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     */
    public void writeOrderedBegin(Object buf, int count, Datatype type) {
        throw MPIException.notYet("File.writeOrderedBegin");
    }

    /**
     * TODO. MPI: MPI_File_write_ordered_end.
     *
     * @param buf TODO
     * @return TODO
     */
    public Status writeOrderedEnd(Object buf) {
        throw MPIException.notYet("File.writeOrderedEnd");
    }

    /**
     * TODO. MPI: MPI_File_get_type_extent.
     *
     * @param type TODO
     * @return TODO
     */
    public int getTypeExtent(Datatype type) {
        throw MPIException.notYet("File.getTypeExtent");
    }

    /**
     * TODO. MPI: MPI_File_set_atomicity.
     *
     * @param atomicity TODO
     */
    public void setAtomicity(boolean atomicity) {
        throw MPIException.notYet("File.setAtomicity");
    }

    /**
     * TODO. MPI: MPI_File_get_atomicity.
     * @return TODO
     */
    public boolean getAtomicity() {
        throw MPIException.notYet("File.getAtomicity");
    }

    /**
     * TODO. MPI: MPI_File_sync.
     */
    public void sync() {
        throw MPIException.notYet("File.sync");
    }

    /**
     * TODO. MPI: MPI_File_set_errhandler.
     *
     * @param errhandler TODO
     */
    public void setErrhandler(Errhandler errhandler) {
        throw MPIException.notYet("File.setErrhandler");
    }

    /**
     * TODO. MPI: MPI_File_get_errhandler.
     * @return TODO
     */
    public Errhandler getErrhandler() {
        throw MPIException.notYet("File.getErrhandler");
    }

    /**
     * TODO. MPI: MPI_File_call_errhandler.
     *
     * @param errorCode TODO
     */
    public void callErrhandler(int errorCode) {
        throw MPIException.notYet("File.callErrhandler");
    }
}
