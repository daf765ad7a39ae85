package mpj.core.message;

/** Puts the contents of a serialized message where the program wants them. */
@FunctionalInterface
public interface Deserialization {
    /**
     * Takes a message.
     *
     * @param message the bytes of the message
     * @param elements how many elements the message has
     * @throws mpj.engine.EngineException when the elements cannot be restored, or are refused
     */
    void accept(byte[] message, int elements);
}
