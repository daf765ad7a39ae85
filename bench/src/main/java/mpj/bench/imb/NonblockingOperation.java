package mpj.bench.imb;

/** The non-blocking collectives: the call that each one starts, and the contents of its buffers. */
enum NonblockingOperation {
    IBARRIER("Ibarrier", Buffers.NONE) {
        @Override
        Object start(Messages comm, Sample sample, int send, int receive, int root) {
            return comm.ibarrier();
        }
    },
    IBCAST("Ibcast", Buffers.ONE_MESSAGE) {
        /** The root's buffer is its send buffer, so it stays unchanged. */
        @Override
        Object start(Messages comm, Sample sample, int send, int receive, int root) {
            Object buffer = sample.rank() == root ? sample.send() : sample.receive();
            return comm.ibcast(buffer, send, sample.count(), sample.datatype(), root);
        }
    },
    IGATHER("Igather", Buffers.RECEIVES_FROM_EACH) {
        @Override
        Object start(Messages comm, Sample sample, int send, int receive, int root) {
            return comm.igather(sample.send(), send, sample.count(), sample.datatype(),
                sample.receive(), receive, sample.count(), sample.datatype(), root);
        }
    },
    IGATHERV("Igatherv", Buffers.RECEIVES_FROM_EACH) {
        @Override
        Object start(Messages comm, Sample sample, int send, int receive, int root) {
            return comm.igatherv(sample.send(), send, sample.count(), sample.datatype(),
                sample.receive(), receive, sample.counts(), sample.displacements(), sample.datatype(), root);
        }
    },
    ISCATTER("Iscatter", Buffers.SENDS_TO_EACH) {
        @Override
        Object start(Messages comm, Sample sample, int send, int receive, int root) {
            return comm.iscatter(sample.send(), send, sample.count(), sample.datatype(),
                sample.receive(), receive, sample.count(), sample.datatype(), root);
        }
    },
    ISCATTERV("Iscatterv", Buffers.SENDS_TO_EACH) {
        @Override
        Object start(Messages comm, Sample sample, int send, int receive, int root) {
            return comm.iscatterv(sample.send(), send, sample.counts(), sample.displacements(), sample.datatype(),
                sample.receive(), receive, sample.count(), sample.datatype(), root);
        }
    },
    IALLGATHER("Iallgather", Buffers.RECEIVES_FROM_EACH) {
        @Override
        Object start(Messages comm, Sample sample, int send, int receive, int root) {
            return comm.iallgather(sample.send(), send, sample.count(), sample.datatype(),
                sample.receive(), receive, sample.count(), sample.datatype());
        }
    },
    IALLGATHERV("Iallgatherv", Buffers.RECEIVES_FROM_EACH) {
        @Override
        Object start(Messages comm, Sample sample, int send, int receive, int root) {
            return comm.iallgatherv(sample.send(), send, sample.count(), sample.datatype(),
                sample.receive(), receive, sample.counts(), sample.displacements(), sample.datatype());
        }
    },
    IALLTOALL("Ialltoall", Buffers.BOTH_WAYS_WITH_EACH) {
        @Override
        Object start(Messages comm, Sample sample, int send, int receive, int root) {
            return comm.ialltoall(sample.send(), send, sample.count(), sample.datatype(),
                sample.receive(), receive, sample.count(), sample.datatype());
        }
    },
    IALLTOALLV("Ialltoallv", Buffers.BOTH_WAYS_WITH_EACH) {
        @Override
        Object start(Messages comm, Sample sample, int send, int receive, int root) {
            return comm.ialltoallv(sample.send(), send, sample.counts(), sample.displacements(), sample.datatype(),
                sample.receive(), receive, sample.counts(), sample.displacements(), sample.datatype());
        }
    },
    IREDUCE("Ireduce", Buffers.ONE_MESSAGE) {
        @Override
        Object start(Messages comm, Sample sample, int send, int receive, int root) {
            return comm.ireduce(sample.send(), send, sample.receive(), receive, sample.count(), sample.datatype(),
                root);
        }
    },
    IREDUCE_SCATTER("Ireduce_scatter", Buffers.SENDS_TO_EACH) {
        @Override
        Object start(Messages comm, Sample sample, int send, int receive, int root) {
            return comm.ireduceScatter(sample.send(), send, sample.receive(), receive, sample.counts(),
                sample.datatype());
        }
    },
    IALLREDUCE("Iallreduce", Buffers.ONE_MESSAGE) {
        @Override
        Object start(Messages comm, Sample sample, int send, int receive, int root) {
            return comm.iallreduce(sample.send(), send, sample.receive(), receive, sample.count(), sample.datatype());
        }
    };

    private final String title;
    private final Buffers buffers;

    /** The contents of a rank's buffers. */
    private enum Buffers { NONE, ONE_MESSAGE, SENDS_TO_EACH, RECEIVES_FROM_EACH, BOTH_WAYS_WITH_EACH }

    NonblockingOperation(String title, Buffers buffers) {
        this.title = title;
        this.buffers = buffers;
    }

    /** Starts this rank's part of one call. The offsets in the buffers are in elements. */
    abstract Object start(Messages comm, Sample sample, int send, int receive, int root);

    /** The name of the call without MPI_. */
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
