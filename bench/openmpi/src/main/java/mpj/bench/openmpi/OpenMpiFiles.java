package mpj.bench.openmpi;

import java.nio.ByteBuffer;
import java.util.Map;
import mpi.Datatype;
import mpi.File;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpj.bench.imb.FileCall;
import mpj.bench.imb.Files;
import mpj.bench.imb.Messages;

/** Files through Open MPI's Java API. */
public final class OpenMpiFiles extends Files {
    /** Called by the benchmarks, which find this class by its name. */
    public OpenMpiFiles() {
    }

    @Override
    public Opened open(Messages comm, String name, Map<String, String> hints) {
        Intracomm ranks = comm == null ? MPI.COMM_SELF : ((OpenMpiMessages) comm).comm();
        int mode = MPI.MODE_CREATE | MPI.MODE_RDWR | (comm == null ? MPI.MODE_UNIQUE_OPEN : 0);
        Info info = new Info();
        hints.forEach(info::set);
        File file = new File(ranks, name, mode, info);
        info.free();
        return new OpenMpiFile(file);
    }

    @Override
    public void delete(String name) {
        File.delete(name);
    }

    /** An open file. */
    private static final class OpenMpiFile extends Opened {
        private final File file;

        private OpenMpiFile(File file) {
            this.file = file;
        }

        @Override
        public void view(int displacement, int length, int extent) {
            Datatype part = Datatype.createHIndexed(new int[] {length}, new int[] {displacement}, MPI.BYTE);
            Datatype view = Datatype.createResized(part, 0, extent);
            view.commit();
            file.setView(0, MPI.BYTE, view, "native");
            view.free();
            part.free();
        }

        @Override
        public void setSize(long bytes) {
            file.setSize(bytes);
        }

        @Override
        public void sync() {
            file.sync();
        }

        @Override
        public void close() {
            file.close();
        }

        @Override
        public void call(FileCall call, long offset, ByteBuffer buffer, int count) {
            switch (call) {
                case WRITE -> file.write(buffer, count, MPI.BYTE);
                case WRITE_AT -> file.writeAt(offset, buffer, count, MPI.BYTE);
                case WRITE_SHARED -> file.writeShared(buffer, count, MPI.BYTE);
                case WRITE_ALL -> file.writeAll(buffer, count, MPI.BYTE);
                case WRITE_AT_ALL -> file.writeAtAll(offset, buffer, count, MPI.BYTE);
                case WRITE_ORDERED -> file.writeOrdered(buffer, count, MPI.BYTE);
                case READ -> file.read(buffer, count, MPI.BYTE);
                case READ_AT -> file.readAt(offset, buffer, count, MPI.BYTE);
                case READ_SHARED -> file.readShared(buffer, count, MPI.BYTE);
                case READ_ALL -> file.readAll(buffer, count, MPI.BYTE);
                case READ_AT_ALL -> file.readAtAll(offset, buffer, count, MPI.BYTE);
                case READ_ORDERED -> file.readOrdered(buffer, count, MPI.BYTE);
                default -> throw new IllegalArgumentException(call + " is not known here");
            }
        }

        @Override
        public Object start(FileCall call, long offset, ByteBuffer buffer, int count) {
            switch (call) {
                case WRITE_ALL -> file.writeAllBegin(buffer, count, MPI.BYTE);
                case WRITE_AT_ALL -> file.writeAtAllBegin(offset, buffer, count, MPI.BYTE);
                case WRITE_ORDERED -> file.writeOrderedBegin(buffer, count, MPI.BYTE);
                case READ_ALL -> file.readAllBegin(buffer, count, MPI.BYTE);
                case READ_AT_ALL -> file.readAtAllBegin(offset, buffer, count, MPI.BYTE);
                case READ_ORDERED -> file.readOrderedBegin(buffer, count, MPI.BYTE);
                default -> {
                    return request(call, offset, buffer, count);
                }
            }
            return null;
        }

        private Request request(FileCall call, long offset, ByteBuffer buffer, int count) {
            return switch (call) {
                case WRITE -> file.iWrite(buffer, count, MPI.BYTE);
                case WRITE_AT -> file.iWriteAt(offset, buffer, count, MPI.BYTE);
                case WRITE_SHARED -> file.iWriteShared(buffer, count, MPI.BYTE);
                case READ -> file.iRead(buffer, count, MPI.BYTE);
                case READ_AT -> file.iReadAt(offset, buffer, count, MPI.BYTE);
                case READ_SHARED -> file.iReadShared(buffer, count, MPI.BYTE);
                default -> throw new IllegalArgumentException(call + " has no request");
            };
        }

        @Override
        public void await(FileCall call, Object started, ByteBuffer buffer) {
            switch (call) {
                case WRITE_ALL -> file.writeAllEnd(buffer);
                case WRITE_AT_ALL -> file.writeAtAllEnd(buffer);
                case WRITE_ORDERED -> file.writeOrderedEnd(buffer);
                case READ_ALL -> file.readAllEnd(buffer);
                case READ_AT_ALL -> file.readAtAllEnd(buffer);
                case READ_ORDERED -> file.readOrderedEnd(buffer);
                default -> {
                    Request request = (Request) started;
                    request.waitFor();
                    request.free();
                }
            }
        }
    }
}
