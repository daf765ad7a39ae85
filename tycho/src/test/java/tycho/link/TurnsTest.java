package tycho.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who gets a turn, and whose handshake ends for that, by a clock that the test moves. */
@Timeout(600)
class TurnsTest {
    private static final int LIMIT_MILLIS = 300_000;
    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong now = new AtomicLong();
    private final Turns turns = new Turns(4, 6, now::get);

    /** A connection from an address, of which so many bytes are not read, and from which no more come. */
    private static final class Caller extends Socket {
        private final CountDownLatch waits = new CountDownLatch(1);
        private final CountDownLatch ended = new CountDownLatch(1);
        private final InetAddress address;
        private final int unread;

        Caller(String address, int unread) throws IOException {
            this.address = InetAddress.getByName(address);
            this.unread = unread;
        }

        @Override
        public InetAddress getInetAddress() {
            return address;
        }

        @Override
        public InputStream getInputStream() {
            return new InputStream() {
                @Override
                public int available() {
                    return unread;
                }

                @Override
                public int read() {
                    waits.countDown();
                    awaitEnd();
                    return -1;
                }
            };
        }

        @Override
        public void close() {
            ended.countDown();
        }

        boolean hasEnded() {
            return ended.getCount() == 0;
        }

        private static void await(CountDownLatch latch) {
            try {
                assertTrue(latch.await(LIMIT_MILLIS, TimeUnit.MILLISECONDS));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        void awaitEnd() {
            await(ended);
        }

        void awaitRead() {
            await(waits);
        }
    }

    /** A handshake that computes. */
    private Turns.Turn compute(Caller caller) throws IOException {
        Turns.Turn turn = turns.arrived(caller);
        turn.await(LIMIT_MILLIS);
        return turn;
    }

    /** A handshake that reads, and waits for its other end. */
    private Turns.Turn hold(Caller caller) throws IOException {
        Turns.Turn turn = compute(caller);
        Thread.ofVirtual().start(() -> {
            try {
                turn.input().read(new byte[1]);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        caller.awaitRead();
        return turn;
    }

    private CompletableFuture<Turns.Turn> ask(Caller caller) {
        Turns.Turn turn = turns.arrived(caller);
        CompletableFuture<Turns.Turn> asked = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                turn.await(LIMIT_MILLIS);
                asked.complete(turn);
            } catch (IOException e) {
                asked.completeExceptionally(e);
            }
        });
        return asked;
    }

    private void awaitAsking(int count) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LIMIT_MILLIS);
        while (turns.asking() < count) {
            assertTrue(System.nanoTime() - end < 0);
            Thread.sleep(1);
        }
    }

    /** These take their turns one second apart. */
    private List<Caller> strangers(String... addresses) throws IOException {
        List<Caller> callers = new ArrayList<>();
        for (String each : addresses) {
            callers.add(new Caller(each, 0));
            hold(callers.getLast());
            now.addAndGet(SECOND);
        }
        return callers;
    }

    private static List<Boolean> ended(List<Caller> callers) {
        return callers.stream().map(Caller::hasEnded).toList();
    }

    @Test
    void theOldestOfTheAddressWithTheMostEnds() throws Exception {
        List<Caller> held = strangers("10.0.0.2", "10.0.0.1", "10.0.0.1", "10.0.0.3");
        hold(new Caller("10.0.0.4", 0));
        assertEquals(List.of(false, true, false, false), ended(held));
    }

    @Test
    void whoeverHasAsManyAsTheOthersTakesOfItsOwn() throws Exception {
        List<Caller> held = strangers("10.0.0.2", "10.0.0.1", "10.0.0.2", "10.0.0.1");
        hold(new Caller("10.0.0.1", 0));
        assertEquals(List.of(false, true, false, false), ended(held));
    }

    /** A site has more addresses than there are turns. */
    @Test
    void aNetworkOfIpv6CountsAsOneAddress() throws Exception {
        List<Caller> held = strangers("10.0.0.2", "2001:db8::1", "2001:db8:0:1::1", "2001:db8:1::1");
        hold(new Caller("10.0.0.4", 0));
        assertEquals(List.of(false, true, false, false), ended(held));
    }

    @Test
    void aHandshakeHasASecondAndMoreWhileItNeedsNothingOfItsOtherEnd() throws Exception {
        Caller computes = new Caller("10.0.0.1", 0);
        compute(computes);
        Caller hasMore = new Caller("10.0.0.1", 1);
        hold(hasMore);
        List<Caller> held = strangers("10.0.0.1", "10.0.0.1");
        now.addAndGet(-2 * SECOND);
        CompletableFuture<Turns.Turn> next = ask(new Caller("10.0.0.1", 0));
        // One more asks, and sees that none may end.
        try (Turns.Turn late = turns.arrived(new Caller("10.0.0.1", 0))) {
            String why = assertThrows(IOException.class, () -> late.await(1)).getMessage();
            assertTrue(why.contains("too many others"), why);
        }
        assertEquals(List.of(false, false), ended(held));
        assertFalse(next.isDone());
        now.addAndGet(SECOND);
        next.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
        assertEquals(List.of(true, false), ended(held));
        assertEquals(List.of(false, false), ended(List.of(computes, hasMore)));
    }

    /** Otherwise a link would lose its channel, and nobody would tell its owner. */
    @Test
    void aHandshakeThatIsCompleteDoesNotEndAnyMore() throws Exception {
        List<Turns.Turn> held = new ArrayList<>();
        List<Caller> callers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            callers.add(new Caller("10.0.0.1", 0));
            held.add(hold(callers.getLast()));
        }
        now.addAndGet(SECOND);
        held.getFirst().complete();
        hold(new Caller("10.0.0.1", 0));
        hold(new Caller("10.0.0.1", 0));
        assertEquals(List.of(false, true, false, false), ended(callers));
        // It has ended before it was complete.
        String why = assertThrows(IOException.class, held.get(1)::complete).getMessage();
        assertTrue(why.contains("too many others"), why);
    }

    @Test
    void theNextTurnIsOfTheAddressWithTheFewest() throws Exception {
        List<Turns.Turn> held = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            held.add(hold(new Caller("10.0.0.1", 0)));
        }
        CompletableFuture<Turns.Turn> first = ask(new Caller("10.0.0.1", 0));
        awaitAsking(1);
        CompletableFuture<Turns.Turn> second = ask(new Caller("10.0.0.2", 0));
        awaitAsking(2);
        held.getFirst().close();
        second.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
        assertFalse(first.isDone());
        held.getLast().close();
        first.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Also those that have sent their first byte and have no turn. */
    @Test
    void thoseThatWaitAreLimitedToo() throws Exception {
        Caller other = new Caller("10.0.0.2", 0);
        turns.arrived(other);
        List<Caller> silent = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            silent.add(new Caller("10.0.0.1", 0));
            turns.arrived(silent.getLast());
        }
        assertEquals(List.of(true, false, false, false, false, false), ended(silent));
        for (int i = 0; i < 4; i++) {
            compute(new Caller("10.0.0.3", 0));
        }
        // The first of these took the place of one more.
        assertEquals(List.of(true, true, false, false, false, false), ended(silent));
        Caller asking = new Caller("10.0.0.1", 0);
        CompletableFuture<Turns.Turn> asked = ask(asking);
        awaitAsking(1);
        assertFalse(asking.hasEnded());
        assertFalse(other.hasEnded());
        for (int i = 0; i < 12; i++) {
            turns.arrived(new Caller("10.0.0.1", 0));
        }
        asking.awaitEnd();
        String why = assertThrows(ExecutionException.class, () -> asked.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS))
            .getMessage();
        assertTrue(why.contains("too many others"), why);
        assertFalse(other.hasEnded());
    }

    @Test
    void whoeverHasEndedSaysWhy() throws Exception {
        Turns.Turn oldest = hold(new Caller("10.0.0.1", 0));
        for (int i = 0; i < 3; i++) {
            hold(new Caller("10.0.0.1", 0));
        }
        IOException failure = new IOException("closed");
        assertEquals(failure, oldest.reason(failure));
        now.addAndGet(SECOND);
        hold(new Caller("10.0.0.1", 0));
        assertTrue(oldest.reason(failure).getMessage().contains("too many others"));
    }
}
