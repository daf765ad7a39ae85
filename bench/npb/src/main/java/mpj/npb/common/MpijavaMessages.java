package mpj.npb.common;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.Request;

/** Messages through mpiJava's API. */
record MpijavaMessages(Intracomm comm) implements Messages {
    @Override
    public int rank() {
        return comm.Rank();
    }

    @Override
    public int size() {
        return comm.Size();
    }

    @Override
    public void barrier() {
        comm.Barrier();
    }

    @Override
    public void allreduce(double[] own, double[] all, Reduction reduction) {
        Op op = switch (reduction) {
            case SUM -> MPI.SUM;
            case LEAST -> MPI.MIN;
            case MOST -> MPI.MAX;
        };
        comm.Allreduce(own, 0, all, 0, own.length, MPI.DOUBLE, op);
    }

    @Override
    public Messages duplicate() {
        return new MpijavaMessages((Intracomm) comm.clone());
    }

    @Override
    public void free() {
        comm.Free();
    }

    @Override
    public Object receive(double[] into, int count, int source, int tag) {
        return comm.Irecv(into, 0, count, MPI.DOUBLE, source, tag);
    }

    @Override
    public Object send(double[] from, int count, int target, int tag) {
        return comm.Isend(from, 0, count, MPI.DOUBLE, target, tag);
    }

    @Override
    public void await(Object started) {
        ((Request) started).Wait();
    }
}
