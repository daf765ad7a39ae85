package mpj.transport.libfabric;

/**
 * The sizes that a user has set, as {@link LibfabricProperties} says.
 *
 * @param packet the largest packet that is a whole message, in bytes, header included; or
 *     {@link LibfabricProperties#UNSET}
 * @param queue the completion queue's size, or 0 to have it hold all that may be under way
 * @param read from which size on messages in off-heap memory are read by the receiver; or
 *     {@link LibfabricProperties#UNSET}
 */
record LibfabricSettings(long packet, long queue, long read) {
    static LibfabricSettings fromProperties() {
        return new LibfabricSettings(LibfabricProperties.PACKET.value(), LibfabricProperties.QUEUE.value(),
            LibfabricProperties.READ.value());
    }
}
