package mpj.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import mpj.bindings.verbs.verbs_h;
import org.junit.jupiter.api.Test;

/** What events of the device end. */
class AsynchronousEventsTest {
    private static final long QUEUE_PAIR = 4711;

    @Test
    void aQueuePairsEndEndsItsConnection() {
        for (int type : new int[] {verbs_h.IBV_EVENT_QP_FATAL(), verbs_h.IBV_EVENT_QP_REQ_ERR(),
            verbs_h.IBV_EVENT_QP_ACCESS_ERR()}) {
            assertEquals(QUEUE_PAIR, AsynchronousEvents.failure(type, QUEUE_PAIR, "").queuePair());
        }
    }

    @Test
    void theEndOfWhatAllShareEndsAllConnections() {
        for (int type : new int[] {verbs_h.IBV_EVENT_DEVICE_FATAL(), verbs_h.IBV_EVENT_CQ_ERR(),
            verbs_h.IBV_EVENT_SRQ_ERR()}) {
            assertEquals(0, AsynchronousEvents.failure(type, QUEUE_PAIR, "").queuePair());
        }
    }

    @Test
    void aPortThatGoesDownMayComeBack() {
        assertNull(AsynchronousEvents.failure(verbs_h.IBV_EVENT_PORT_ERR(), 1, ""));
        assertNull(AsynchronousEvents.failure(verbs_h.IBV_EVENT_PORT_ACTIVE(), 1, ""));
    }
}
