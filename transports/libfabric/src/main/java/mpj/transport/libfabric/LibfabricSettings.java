package mpj.transport.libfabric;

/**
 * The sizes that the user has set, as {@link LibfabricProperties} describes them.
 *
 * @param packet the largest packet that is a whole message, in bytes, header included; or {@link
 *     LibfabricProperties#UNSET}
 * @param queue the size of the completion queue in entries, or 0 if it should hold everything that may be under way
 * @param read the size in bytes from which messages in off-heap memory are read by the receiver; or {@link
 *     LibfabricProperties#UNSET}
 * @param oneSided the size in bytes from which puts and gets write and read the window; or {@link
 *     LibfabricProperties#UNSET}
 */
record LibfabricSettings(long packet, long queue, long read, long oneSided) {
    static LibfabricSettings fromProperties() {
        return new LibfabricSettings(LibfabricProperties.PACKET.value(), LibfabricProperties.QUEUE.value(),
            LibfabricProperties.READ.value(), LibfabricProperties.ONE_SIDED.value());
    }
}
