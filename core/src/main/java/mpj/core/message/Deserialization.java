package mpj.core.message;

/** Puts what a message has serialized where the program wants it. */
@FunctionalInterface
public interface Deserialization {
    /**
     * Takes a message.
     *
     * @param message its bytes
     * @param elements how many elements it has
     * @throws EngineException when they cannot be restored, or are refused
     */
    void accept(byte[] message, int elements);
}
