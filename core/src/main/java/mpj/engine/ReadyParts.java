package mpj.engine;

import java.util.BitSet;

/** Which parts of a message are ready to leave. They may become ready in any order. */
final class ReadyParts {
    private final int count;
    private final long bytesOfEach;
    private final BitSet ready = new BitSet();
    /** The parts before this one are all ready. */
    private int first;

    ReadyParts(int count, long bytesOfEach) {
        this.count = count;
        this.bytesOfEach = bytesOfEach;
    }

    void clear() {
        ready.clear();
        first = 0;
    }

    /**
     * Notes that a part is ready.
     *
     * @return how many bytes are ready from the message's start on, without a gap
     */
    long add(int part) {
        if (part < 0 || part >= count) {
            throw new EngineException(ErrorClass.ERR_ARG, "part " + part + " of a send that has " + count
                + " parts; they are numbered from 0 on");
        }
        if (ready.get(part)) {
            throw new EngineException(ErrorClass.ERR_ARG, "part " + part
                + " of a send is ready already; say so once for each start");
        }
        ready.set(part);
        if (part == first) {
            first = ready.nextClearBit(part);
        }
        return first * bytesOfEach;
    }

    boolean all() {
        return first == count;
    }
}
