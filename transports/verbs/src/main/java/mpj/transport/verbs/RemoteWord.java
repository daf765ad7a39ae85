package mpj.transport.verbs;

/** This rank's {@linkplain PeerWord word} in a peer's memory, and the other requests that go the same way. */
final class RemoteWord {
    private final WorkRequests work;
    private final PeerWord kept;
    private final int peer;
    private final long queuePair;
    private final boolean inline;
    private long address;
    private long countAddress;
    private int key;

    /**
     * @param kept holds the word that is written next, and takes the count that is read
     */
    RemoteWord(WorkRequests work, PeerWord kept, int peer, QueuePair queuePair) {
        this.work = work;
        this.kept = kept;
        this.peer = peer;
        this.queuePair = queuePair.address();
        inline = queuePair.inlineBytes() >= PeerWord.BYTES;
    }

    void connect(SetupMessage message) {
        address = message.wordAddress();
        countAddress = message.countAddress();
        key = message.wordKey();
    }

    /** Whether the request to write the word must be signaled, because the word leaves from this rank's memory. */
    boolean mustSignal() {
        return !inline;
    }

    /** Writes the word. Returns 0 or an errno. */
    int write(int kind, long word, boolean signaled) {
        return work.write(queuePair, Work.id(kind, peer, 0), kept.outgoing(word), PeerWord.BYTES,
            kept.localKey(), address, key,
            (inline ? WorkRequests.INLINE : 0) | (signaled ? WorkRequests.SIGNALED : 0));
    }

    /** Reads the peer's count of packets for its ring. Returns 0 or an errno. */
    int readCount() {
        return work.read(queuePair, Work.id(Work.COUNT, peer, 0), kept.readAddress(), PeerWord.BYTES,
            kept.localKey(), countAddress, key);
    }

    /** Writes nothing, but the peer's device must answer. Returns 0 or an errno. */
    int probe() {
        return work.write(queuePair, Work.id(Work.PROBE, peer, 0), 0, 0, 0, address, key, WorkRequests.SIGNALED);
    }
}
