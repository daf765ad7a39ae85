package mpj.transport.ring;

/** By which a sender wakes the owner of the channel that it has written into. */
public interface Doorbell {

    /** Wakes the owner, if it sleeps. Called for every packet: to an owner that is awake it costs one load. */
    void ring();
}
