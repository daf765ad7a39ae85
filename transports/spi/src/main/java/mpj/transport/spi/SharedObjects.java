package mpj.transport.spi;

/**
 * Hands objects to peers by reference, for transports whose peers are threads of this JVM. A message then carries a key
 * in place of the object. Any thread may call these methods at any time.
 */
public interface SharedObjects {

    /**
     * Offers an object to one peer, which takes it once.
     *
     * @param object the object; it is kept until the peer takes it or the transport is closed
     * @return the key by which the peer asks for the object
     */
    byte[] offer(Object object);

    /**
     * Takes an object that a peer has offered to this rank.
     *
     * @param key the offer's key, as it came
     * @return the object, or null if there is no such offer, or no longer one
     */
    Object take(byte[] key);
}
