package mpj.core.message;

/** Puts the contents of a serialized message where the program wants them. */
@FunctionalInterface
public interface Deserialization {
    /**
     * Takes a message.
     *
     * @param message its bytes
     * @param elements how many elements it has
     * @throws mpj.engine.EngineException when they cannot be restored, or are refused
     */
    void accept(byte[] message, int elements);
}
