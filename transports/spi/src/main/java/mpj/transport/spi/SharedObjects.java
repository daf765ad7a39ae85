package mpj.transport.spi;

/**
 * Handing objects to peers by reference, for transports whose peers are threads of this JVM. A message then carries a
 * key in place of the object. Any thread may call at any time.
 */
public interface SharedObjects {

    /**
     * Offers an object to one peer, which takes it once.
     *
     * @param object what is handed over; kept until it is taken, or the transport is closed
     * @return the key by which the peer asks for it
     */
    byte[] offer(Object object);

    /**
     * Takes what a peer has offered to this rank.
     *
     * @param key of the offer, as it came
     * @return the object, or null if there is no such offer, or not any more
     */
    Object take(byte[] key);
}
