package mpj.engine.wait;

import mpj.engine.EngineException;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;

/**
 * What one poll does: it takes in the packets that have arrived, and carries on everything else that is under way.
 * Called with the engine's lock held.
 */
final class Polling {
    /**
     * How often to poll, at most, before the news of a loss takes effect. A rank may have sent so much before it died
     * that finding its last packets takes that many polls.
     */
    private static final int POLLS_BEFORE_NEWS = 64;

    private final EngineLock lock;
    private final Handoff handoff;
    private final Transport[] transports;
    private final PacketHandler intake;
    private final Traffic traffic;
    private final SteppedOperations stepped;
    private final Alarm alarm;

    /** @param transports polled in this order */
    Polling(EngineLock lock, Handoff handoff, Transport[] transports, PacketHandler intake, Traffic traffic,
            SteppedOperations stepped, Alarm alarm) {
        this.lock = lock;
        this.handoff = handoff;
        this.transports = transports;
        this.intake = intake;
        this.traffic = traffic;
        this.stepped = stepped;
        this.alarm = alarm;
    }

    /** Polls once. Returns whether anything moved. */
    boolean poll() {
        assert lock.isHeldByMe();
        try {
            boolean any = !handoff.isEmpty() && takeOver(); // first, so that a packet finds its receive posted
            any |= pollTransports();
            if (traffic.isWaiting()) {
                any |= traffic.push();
            }
            if (traffic.hasNews()) {
                any |= takeNews();
            }
            if (stepped.areDue()) {
                any |= stepped.advance();
            }
            if (alarm.isDue()) {
                alarm.wakeReached();
            }
            return any;
        } catch (TransportException e) {
            throw new EngineException(e);
        }
    }

    /** Starts the operations that were handed off. */
    void startHandedOff() {
        assert lock.isHeldByMe() && lock.looked();
        if (!handoff.isEmpty()) {
            takeOver();
        }
    }

    private boolean takeOver() {
        try {
            if (traffic.hasLosses()) {
                pollTransports(); // no receive from a lost rank can be posted, but one can take what is here
            }
        } finally {
            handoff.takeOver();
        }
        return true;
    }

    private boolean pollTransports() {
        boolean any = false;
        for (Transport transport : transports) {
            any |= transport.progress(intake);
        }
        return any;
    }

    /**
     * Takes news of losses. Before that, it polls for the packets that the lost ranks sent before they died, because
     * these still count. The news may be here before the transport knows that the rank has ended.
     */
    private boolean takeNews() {
        boolean came = false;
        for (int i = 0; i < POLLS_BEFORE_NEWS && pollTransports(); i++) {
            came = true;
            Thread.onSpinWait();
        }
        return traffic.takeNews(transports, came) || came;
    }
}
