package mpj.transport.ring;

/** Wakes the owner of the inbox into which a sender has written. */
public interface Doorbell {

    /** Wakes the owner if it sleeps. This is called for every packet, and costs one load while the owner is awake. */
    void ring();
}
