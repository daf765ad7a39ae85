package mpj.engine.packet;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import mpj.engine.match.Envelope;
import mpj.engine.wait.EngineLock;

/** Hands questions and answers to the communicator that they are about. Called with the engine's lock held. */
final class InquiryPackets implements KindHandler {
    private final EngineLock lock;
    private final Map<Integer, Questions> inquiries = new HashMap<>();

    InquiryPackets(EngineLock lock) {
        this.lock = lock;
    }

    void add(int context, Questions inquiry) {
        assert lock.isHeldByMe();
        inquiries.put(context, inquiry);
    }

    /** The communicator was freed. */
    void remove(int context) {
        assert lock.isHeldByMe();
        inquiries.remove(context);
    }

    /**
     * Takes a question or an answer. A question gets no answer if this rank has not called a collective of that
     * communicator yet.
     */
    @Override
    public void packet(int source, long envelope, long call, MemorySegment segment, long offset, long bytes) {
        assert lock.isHeldByMe();
        Questions inquiry = inquiries.get(Envelope.context(envelope));
        int kind = Envelope.kind(envelope);
        if (inquiry != null && bytes == (kind == Envelope.ASK ? Questions.QUESTION_BYTES : Questions.ANSWER_BYTES)) {
            if (kind == Envelope.ASK) {
                inquiry.asked(source, Envelope.tag(envelope), call, segment, offset);
            } else {
                inquiry.answered(source, kind, Envelope.tag(envelope), call, segment, offset);
            }
        }
    }
}
