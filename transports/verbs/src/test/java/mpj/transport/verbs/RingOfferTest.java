package mpj.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/**
 * No rank sleeps while a packet waits for it. The test has a peer, two devices, and a network that may take any time.
 */
class RingOfferTest {
    private static final int STEPS = 400;

    /**
     * One rank that receives and sleeps, and one rank that sends. Between any two steps there may be an interruption.
     */
    private static final class Model {
        private final Random random;
        private final RingOffer offer = new RingOffer();
        private final Deque<Runnable> toPeer = new ArrayDeque<>();
        /** Something that a device sends by itself may overtake what it is told to send. */
        private final Deque<Runnable> packets = new ArrayDeque<>();
        private final Deque<Runnable> answers = new ArrayDeque<>();
        private final Deque<Runnable> completions = new ArrayDeque<>();
        /** A word in the peer's memory. */
        private boolean wordOpen;
        private long count;

        private boolean asleep;
        private long taken;
        private int written;
        private long sent;
        private int peerStep;
        private boolean peerWrites;

        Model(long seed) {
            random = new Random(seed);
        }

        /**
         * The peer counts a packet, looks at the word, and posts the packet. The network may take any time between
         * these steps and after them.
         */
        void peerGoesOn() {
            switch (peerStep) {
                case 0 -> count = sent + 1;
                case 1 -> peerWrites = wordOpen;
                default -> {
                    sent++;
                    packets.add(peerWrites ? () -> written++ : () -> completions.add(() -> taken++));
                }
            }
            peerStep = (peerStep + 1) % 3;
        }

        private void word(boolean open) {
            toPeer.add(() -> wordOpen = open);
        }

        void rankGoesOn() {
            while (!completions.isEmpty()) {
                completions.remove().run();
            }
            taken += written;
            written = 0;
            switch (random.nextInt(3)) {
                case 0 -> {
                    if (!offer.isOpen()) {
                        offer.open();
                        word(true);
                    }
                }
                case 1 -> prepareToSleep();
                default -> {
                }
            }
        }

        private void prepareToSleep() {
            if (offer.isOpen()) {
                offer.close();
                word(false);
            }
            if (offer.asks()) {
                offer.asked();
                toPeer.add(() -> {
                    long now = count;
                    answers.add(() -> completions.add(() -> offer.answer(now)));
                });
            }
            asleep = offer.maySleep(taken);
        }

        void step() {
            switch (random.nextInt(5)) {
                case 0 -> peerGoesOn();
                case 1 -> run(toPeer);
                case 2 -> run(packets);
                case 3 -> run(answers);
                default -> {
                    if (!asleep) {
                        rankGoesOn();
                    }
                }
            }
            asleep &= completions.isEmpty();
        }

        private static void run(Deque<Runnable> queue) {
            if (!queue.isEmpty()) {
                queue.remove().run();
            }
        }

        boolean sleepsThrough() {
            while (!toPeer.isEmpty() || !packets.isEmpty() || !answers.isEmpty()) {
                run(toPeer);
                run(packets);
                run(answers);
            }
            return asleep && completions.isEmpty() && written > 0;
        }
    }

    @Property(tries = 2000)
    void noPacketInARingIsSleptThrough(@ForAll long seed) {
        Model model = new Model(seed);
        for (int i = 0; i < STEPS; i++) {
            model.step();
        }
        assertFalse(model.sleepsThrough());
    }

    @Test
    void anAnswerToAnOlderQuestionSaysNothing() {
        RingOffer offer = new RingOffer();
        offer.open();
        offer.close();
        offer.asked();
        offer.open();
        offer.close();
        offer.answer(0);
        assertTrue(offer.asks());
        assertFalse(offer.maySleep(100));
    }

    @Test
    void ringOnItsWayKeepsTheRankAwake() {
        RingOffer offer = new RingOffer();
        offer.open();
        offer.close();
        offer.asked();
        assertTrue(offer.maySleep(3));
        offer.answer(4);
        assertFalse(offer.maySleep(3));
        assertTrue(offer.maySleep(4));
    }
}
