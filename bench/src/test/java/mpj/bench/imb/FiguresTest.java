package mpj.bench.imb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FiguresTest {
    private static final double EXACT = 1e-9;

    @Test
    void pingPongIsHalfTheSlowerRanksRoundTrip() {
        Figures figures = Figures.of(new double[] {3e-6, 4e-6}, Presentation.PING_PONG, 1000, 1);
        assertEquals(1.5, figures.least(), EXACT);
        assertEquals(2, figures.most(), EXACT);
        assertEquals(1.75, figures.average(), EXACT);
        assertEquals(500, figures.megabytesPerSecond(), EXACT);
    }

    @Test
    void pingPingIsAWholeIteration() {
        Figures figures = Figures.of(new double[] {4e-6, 4e-6}, Presentation.PING_PING, 1000, 1);
        assertEquals(4, figures.most(), EXACT);
        assertEquals(250, figures.megabytesPerSecond(), EXACT);
    }

    @Test
    void sendrecvCountsTwoMessagesAndExchangeFour() {
        double[] seconds = {2e-6, 4e-6, 3e-6};
        assertEquals(500, Figures.of(seconds, Presentation.SENDRECV, 1000, 1).megabytesPerSecond(), EXACT);
        assertEquals(1000, Figures.of(seconds, Presentation.EXCHANGE, 1000, 1).megabytesPerSecond(), EXACT);
        assertEquals(3, Figures.of(seconds, Presentation.EXCHANGE, 1000, 1).average(), EXACT);
    }

    @Test
    void messageRateCountsTheWindowOfEveryPair() {
        // Two pairs with 64 messages each in 128 µs: one message per microsecond.
        double[] seconds = {128e-6, 100e-6, 128e-6, 128e-6};
        Figures oneWay = Figures.of(seconds, Presentation.MESSAGE_RATE, 8, 64);
        assertEquals(1e6, oneWay.messagesPerSecond(), EXACT * 1e6);
        assertEquals(8, oneWay.megabytesPerSecond(), EXACT);
        Figures bothWays = Figures.of(seconds, Presentation.MESSAGE_RATE_BOTH_WAYS, 8, 64);
        assertEquals(2e6, bothWays.messagesPerSecond(), EXACT * 1e6);
    }

    @Test
    void noTimeIsNoBandwidth() {
        assertEquals(0, Figures.of(new double[] {0, 0}, Presentation.SENDRECV, 1000, 1).megabytesPerSecond());
    }
}
