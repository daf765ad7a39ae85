    /**
     * The status of a received message. If there is no message, this is the status of a receive from
     * {@link MPI#PROC_NULL}.
     */
    static Status of(Requests requests, Receive receive) {
        return receive == null ? ofProcNull() : new Status(requests.rankOf(receive.matchedSource()),
            receive.matchedTag(), receive.matchedCount(), receive.matchedBytes(), receive.matchedType());
    }

    /** The status of an operation that is complete. */
    static Status of(Requests requests, Operation complete) {
        if (complete.cancelled()) {
            Status status = new Status();
            status.cancelled = true;
            return status;
        }
        return switch (complete) {
            case Receive receive -> of(requests, receive);
            case CompleteOperation early when early.isWithProcNull() -> ofProcNull();
            case ExternalOperation moved -> new Status(MPI.ANY_SOURCE, MPI.ANY_TAG, moved.elements(), moved.bytes(),
                moved.typeCode());
            default -> new Status();
        };
    }

    private static Status ofProcNull() {
        return new Status(MPI.PROC_NULL, MPI.ANY_TAG, 0, 0, 0);
    }

    /**
     * The status of a message that has arrived. If there is no message, this is the status of a receive from
     * {@link MPI#PROC_NULL}.
     */
    static Status probed(Requests requests, Probed probed) {
        return probed == null ? ofProcNull() : new Status(requests.rankOf(probed.source()), probed.tag(),
            SectionHeader.count(probed.header()), probed.bytes(), SectionHeader.typeCode(probed.header()));
    }

    Status at(int place) {
        index = place;
        return this;
    }
