package mpj.transport.spi;

/**
 * Wakes one rank. A rank that has written something for another rank rings that rank's doorbell, after a packet as well
 * as after a change in {@link SharedMemory}. Any thread may ring.
 */
public interface Doorbell {
    /** Wakes the rank if it sleeps. This is called for every packet, and costs one load while the rank is awake. */
    void ring();
}
