package mpj.bench.imb;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/** The non-blocking collectives: what each starts, and what its buffers hold. */
enum NonblockingOperation {
    IBARRIER("Ibarrier", Buffers.NONE) {
        @Override
        Request start(Intracomm comm, Sample sample, int send, int receive, int root) {
            return comm.Ibarrier();
        }
    },
    IBCAST("Ibcast", Buffers.ONE_MESSAGE) {
        /** The root's own buffer is its send buffer, which stays as it was. */
        @Override
        Request start(Intracomm comm, Sample sample, int send, int receive, int root) {
            Object buffer = sample.rank() == root ? sample.send() : sample.receive();
            return comm.Ibcast(buffer, send, sample.count(), sample.datatype(), root);
        }
    },
    IGATHER("Igather", Buffers.RECEIVES_FROM_EACH) {
        @Override
        Request start(Intracomm comm, Sample sample, int send, int receive, int root) {
            return comm.Igather(sample.send(), send, sample.count(), sample.datatype(),
                sample.receive(), receive, sample.count(), sample.datatype(), root);
        }
    },
    IGATHERV("Igatherv", Buffers.RECEIVES_FROM_EACH) {
        @Override
        Request start(Intracomm comm, Sample sample, int send, int receive, int root) {
            return comm.Igatherv(sample.send(), send, sample.count(), sample.datatype(),
                sample.receive(), receive, sample.counts(), sample.displacements(), sample.datatype(), root);
        }
    },
    ISCATTER("Iscatter", Buffers.SENDS_TO_EACH) {
        @Override
        Request start(Intracomm comm, Sample sample, int send, int receive, int root) {
            return comm.Iscatter(sample.send(), send, sample.count(), sample.datatype(),
                sample.receive(), receive, sample.count(), sample.datatype(), root);
        }
    },
    ISCATTERV("Iscatterv", Buffers.SENDS_TO_EACH) {
        @Override
        Request start(Intracomm comm, Sample sample, int send, int receive, int root) {
            return comm.Iscatterv(sample.send(), send, sample.counts(), sample.displacements(), sample.datatype(),
                sample.receive(), receive, sample.count(), sample.datatype(), root);
        }
    },
    IALLGATHER("Iallgather", Buffers.RECEIVES_FROM_EACH) {
        @Override
        Request start(Intracomm comm, Sample sample, int send, int receive, int root) {
            return comm.Iallgather(sample.send(), send, sample.count(), sample.datatype(),
                sample.receive(), receive, sample.count(), sample.datatype());
        }
    },
    IALLGATHERV("Iallgatherv", Buffers.RECEIVES_FROM_EACH) {
        @Override
        Request start(Intracomm comm, Sample sample, int send, int receive, int root) {
            return comm.Iallgatherv(sample.send(), send, sample.count(), sample.datatype(),
                sample.receive(), receive, sample.counts(), sample.displacements(), sample.datatype());
        }
    },
    IALLTOALL("Ialltoall", Buffers.BOTH_WAYS_WITH_EACH) {
        @Override
        Request start(Intracomm comm, Sample sample, int send, int receive, int root) {
            return comm.Ialltoall(sample.send(), send, sample.count(), sample.datatype(),
                sample.receive(), receive, sample.count(), sample.datatype());
        }
    },
    IALLTOALLV("Ialltoallv", Buffers.BOTH_WAYS_WITH_EACH) {
        @Override
        Request start(Intracomm comm, Sample sample, int send, int receive, int root) {
            return comm.Ialltoallv(sample.send(), send, sample.counts(), sample.displacements(), sample.datatype(),
                sample.receive(), receive, sample.counts(), sample.displacements(), sample.datatype());
        }
    },
    IREDUCE("Ireduce", Buffers.ONE_MESSAGE) {
        @Override
        Request start(Intracomm comm, Sample sample, int send, int receive, int root) {
            return comm.Ireduce(sample.send(), send, sample.receive(), receive, sample.count(), sample.datatype(),
                MPI.SUM, root);
        }
    },
    IREDUCE_SCATTER("Ireduce_scatter", Buffers.SENDS_TO_EACH) {
        @Override
        Request start(Intracomm comm, Sample sample, int send, int receive, int root) {
            return comm.Ireduce_scatter(sample.send(), send, sample.receive(), receive, sample.counts(),
                sample.datatype(), MPI.SUM);
        }
    },
    IALLREDUCE("Iallreduce", Buffers.ONE_MESSAGE) {
        @Override
        Request start(Intracomm comm, Sample sample, int send, int receive, int root) {
            return comm.Iallreduce(sample.send(), send, sample.receive(), receive, sample.count(), sample.datatype(),
                MPI.SUM);
        }
    };

    private final String title;
    private final Buffers buffers;

    /** What the buffers of a rank hold. */
    private enum Buffers { NONE, ONE_MESSAGE, SENDS_TO_EACH, RECEIVES_FROM_EACH, BOTH_WAYS_WITH_EACH }

    NonblockingOperation(String title, Buffers buffers) {
        this.title = title;
        this.buffers = buffers;
    }

    /** Starts this rank's part of one call, at the given offsets in the buffers, in elements. */
    abstract Request start(Intracomm comm, Sample sample, int send, int receive, int root);

    /** The call's name, without MPI_. */
    String title() {
        return title;
    }

    boolean hasSizes() {
        return buffers != Buffers.NONE;
    }

    boolean reduces() {
        return this == IREDUCE || this == IREDUCE_SCATTER || this == IALLREDUCE;
    }

    boolean hasRoot() {
        return switch (this) {
            case IBCAST, IGATHER, IGATHERV, ISCATTER, ISCATTERV, IREDUCE -> true;
            default -> false;
        };
    }

    int messagesSent(int ranks) {
        return switch (buffers) {
            case NONE -> 0;
            case ONE_MESSAGE, RECEIVES_FROM_EACH -> 1;
            case SENDS_TO_EACH, BOTH_WAYS_WITH_EACH -> ranks;
        };
    }

    int messagesReceived(int ranks) {
        return switch (buffers) {
            case NONE -> 0;
            case ONE_MESSAGE, SENDS_TO_EACH -> 1;
            case RECEIVES_FROM_EACH, BOTH_WAYS_WITH_EACH -> ranks;
        };
    }
}
