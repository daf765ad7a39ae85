package mpj.transport.verbs;

/**
 * The user's settings, as {@link VerbsProperties} describes them.
 *
 * @param device the device's name, or an empty string for the first device that has an active port
 * @param port the port's number, or 0 for the first active port
 * @param gid the index of the port's GID, or {@link VerbsProperties#AUTOMATIC}
 * @param packet the largest packet, in bytes, header included
 * @param receives the number of packets for which the shared receive queue has room
 * @param rings the number of peers that may have a ring
 * @param ringPacket the largest packet that goes into a ring, in bytes, header and mark included
 * @param ringAfter the number of packets that a peer sends before it gets a ring
 * @param read the size in bytes from which messages in off-heap memory are read by the receiver
 * @param oneSided the size in bytes from which puts and gets write and read the window
 */
record VerbsSettings(String device, int port, int gid, int packet, int receives, int rings, int ringPacket,
                     int ringAfter, long read, long oneSided) {
    /** The settings in the properties. The text after the colon in {@code verbs:DEVICE} also names the device. */
    static VerbsSettings fromProperties(String argument) {
        return new VerbsSettings(argument.isEmpty() ? VerbsProperties.DEVICE.value() : argument,
            VerbsProperties.PORT.intValue(), VerbsProperties.GID.intValue(), VerbsProperties.PACKET.intValue(),
            VerbsProperties.RECEIVES.intValue(), VerbsProperties.RINGS.intValue(),
            VerbsProperties.RING_PACKET.intValue(), VerbsProperties.RING_AFTER.intValue(),
            VerbsProperties.READ.value(), VerbsProperties.ONE_SIDED.value());
    }
}
