package mpj.engine.library;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import mpj.engine.ErrorClass;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What ranks tell each other through a collective of the library, before they have engines. */
class LibraryExchangeTest {
    private static final int RANKS = 3;

    private final MemoryLibraries job = new MemoryLibraries(RANKS);
    private final List<LibraryExchange> exchanges = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());

    LibraryExchangeTest() {
        for (int rank = 0; rank < RANKS; rank++) {
            exchanges.add(new LibraryExchange(job.rank(rank)));
        }
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
        assertEquals(List.of(), job.violations());
    }

    private <T> List<T> onEveryRank(Function<LibraryExchange, Callable<T>> action) {
        List<Future<T>> all = exchanges.stream().map(each -> threads.submit(action.apply(each))).toList();
        return all.stream().map(LibraryRanks::await).toList();
    }

    private void fence() {
        onEveryRank(exchange -> () -> {
            exchange.fence();
            return null;
        });
    }

    @Test
    void allRanksHaveTheSecretOfRankZero() {
        List<byte[]> secrets = onEveryRank(exchange -> exchange::agreeOnSecret);
        assertEquals(32, secrets.getFirst().length);
        secrets.forEach(secret -> assertArrayEquals(secrets.getFirst(), secret));
    }

    @Test
    void valueIsSeenByAllRanksAfterTheFence() {
        byte[] value = {1, 2};
        exchanges.get(1).put("key", value);
        value[0] = 9;
        exchanges.get(1).put("empty", new byte[0]);
        exchanges.get(2).put("key", new byte[] {3});
        assertNull(exchanges.get(1).get(1, "key"));
        fence();
        for (LibraryExchange exchange : exchanges) {
            assertArrayEquals(new byte[] {1, 2}, exchange.get(1, "key"));
            assertArrayEquals(new byte[0], exchange.get(1, "empty"));
            assertArrayEquals(new byte[] {3}, exchange.get(2, "key"));
            assertNull(exchange.get(0, "key"));
            assertNull(exchange.get(1, "other"));
            exchange.get(1, "key")[0] = 9; // the caller's own copy
            assertArrayEquals(new byte[] {1, 2}, exchange.get(1, "key"));
        }
        exchanges.get(1).put("key", new byte[] {4});
        fence();
        for (LibraryExchange exchange : exchanges) {
            assertArrayEquals(new byte[] {4}, exchange.get(1, "key"));
            assertArrayEquals(new byte[] {3}, exchange.get(2, "key"));
        }
    }

    @Test
    void errorOfTheLibraryIsAnErrorOfTheFence() {
        job.rank(0).calls().failNext("allgather", ErrorClass.ERR_INTERN, "broken");
        IOException e = assertThrows(IOException.class, exchanges.getFirst()::fence);
        assertEquals("broken", e.getMessage());
    }

    @Test
    void exchangeIsThatOfTheLibrary() {
        assertEquals("libmemory.so, version 1", exchanges.get(2).server());
        assertEquals(2, exchanges.get(2).rank());
        assertEquals(RANKS, exchanges.get(2).size());
    }
}
