package mpi;

/** Puts what a message has serialized where the program wants it. */
@FunctionalInterface
interface Deserialization {
    /**
     * Takes a message.
     *
     * @param message its bytes
     * @param elements how many elements it has
     * @throws MPIException when they cannot be restored, or are refused
     */
    void accept(byte[] message, int elements);
}
