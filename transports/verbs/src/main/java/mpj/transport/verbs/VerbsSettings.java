package mpj.transport.verbs;

/**
 * What the user has set, as {@link VerbsProperties} says.
 *
 * @param device the device's name, or an empty string for the first that has a port in use
 * @param port its port, or 0 for the first in use
 * @param gid the index of the port's GID, or {@link VerbsProperties#AUTOMATIC}
 * @param packet the largest packet, in bytes, header included
 * @param receives how many packets may lie in the shared receive queue
 * @param rings how many peers may have a ring
 * @param ringPacket the largest packet that goes into a ring, in bytes, header and mark included
 * @param ringAfter how many packets a peer sends before it gets a ring
 * @param read from which size on messages in off-heap memory are read by the receiver, in bytes
 */
record VerbsSettings(String device, int port, int gid, int packet, int receives, int rings, int ringPacket,
                     int ringAfter, long read) {
    /** Those of the properties; what follows the colon in {@code verbs:DEVICE} names the device as well. */
    static VerbsSettings fromProperties(String argument) {
        return new VerbsSettings(argument.isEmpty() ? VerbsProperties.DEVICE.value() : argument,
            VerbsProperties.PORT.intValue(), VerbsProperties.GID.intValue(), VerbsProperties.PACKET.intValue(),
            VerbsProperties.RECEIVES.intValue(), VerbsProperties.RINGS.intValue(),
            VerbsProperties.RING_PACKET.intValue(), VerbsProperties.RING_AFTER.intValue(),
            VerbsProperties.READ.value());
    }
}
