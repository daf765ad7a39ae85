package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Proxy;
import java.util.List;
import mpj.transport.spi.Job;
import mpj.transport.spi.Reach;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;
import mpj.transport.spi.TransportProvider;
import org.junit.jupiter.api.Test;

/** Tests the choice among transports that say whether they can be used. */
class TransportChoiceTest {
    private static final Job ONE_HOST = new Job(0, 2, 2, new byte[32]);
    private static final Job TWO_HOSTS = new Job(0, 2, 1, new byte[32]);

    private record Saying(String name, Reach reach, String obstacle) implements TransportProvider {
        @Override
        public String obstacle(Job job) {
            return obstacle;
        }

        @Override
        public Transport open(Job job, String argument) {
            if (obstacle != null) {
                throw new AssertionError("opened, although it has said: " + obstacle);
            }
            return (Transport) Proxy.newProxyInstance(Transport.class.getClassLoader(),
                new Class<?>[] {Transport.class}, (_, method, _) -> {
                    throw new AssertionError(method);
                });
        }
    }

    private static List<String> opened(Job job, TransportProvider... providers) {
        return opened(job, false, providers);
    }

    private static List<String> opened(Job job, boolean spawned, TransportProvider... providers) {
        return TransportChoice.of(List.of(providers), true).open(job, spawned).stream()
            .map(TransportChoice.Opened::name).toList();
    }

    @Test
    void spawnedJobOpensTransportsThatLeadToOtherJobs() {
        Saying threads = new Saying("threads", Reach.PROCESS, null);
        Saying shm = new Saying("shm", Reach.HOST, null);
        Saying nio = new Saying("nio", Reach.NETWORK, null);
        assertEquals(List.of("threads", "shm"), opened(ONE_HOST, threads, shm, nio));
        assertEquals(List.of("shm", "nio"), opened(ONE_HOST, true, threads, shm, nio));
    }

    @Test
    void ranksThatShareSomeJvmsOpenATransportBetweenJvms() {
        Saying threads = new Saying("threads", Reach.PROCESS, null);
        Saying shm = new Saying("shm", Reach.HOST, null);
        Saying nio = new Saying("nio", Reach.NETWORK, null);
        Job allInOne = new Job(0, 4, 4, new byte[32], "", 4);
        Job twoOfFour = new Job(0, 4, 4, new byte[32], "", 2);
        Job ofTwoHosts = new Job(0, 8, 4, new byte[32], "", 2);
        assertEquals(List.of("threads"), opened(allInOne, threads, shm, nio));
        assertEquals(List.of("threads", "shm"), opened(twoOfFour, threads, shm, nio));
        assertEquals(List.of("threads", "shm", "nio"), opened(ofTwoHosts, threads, shm, nio));
        assertEquals(List.of("threads", "shm", "nio"), opened(twoOfFour, true, threads, shm, nio));
    }

    @Test
    void rankThatIsAloneInItsJvmGoesOnWithoutTransportsBetweenThreads() {
        Saying threads = new Saying("threads", Reach.PROCESS, "no other rank in this JVM");
        Saying shm = new Saying("shm", Reach.HOST, null);
        assertEquals(List.of("shm"), TransportChoice.of(List.of(threads, shm), false).open(ONE_HOST, false).stream()
            .map(TransportChoice.Opened::name).toList());
        assertThrows(AssertionError.class, () -> TransportChoice.of(threads).open(ONE_HOST, false));
    }

    @Test
    void transportThatSaysThatItCannotBeUsedIsNotTried() {
        Saying threads = new Saying("threads", Reach.PROCESS, "no thread of this JVM");
        assertEquals(List.of("shm"), opened(ONE_HOST, threads, new Saying("shm", Reach.HOST, null)));
        assertEquals(List.of("nio"), opened(TWO_HOSTS, threads, new Saying("shm", Reach.HOST, "no /dev/shm"),
            new Saying("verbs", Reach.NETWORK, "no device"), new Saying("nio", Reach.NETWORK, null)));
    }

    @Test
    void rankThatIsAloneAlsoOpensATransportThatOtherJobsReach() {
        assertEquals(List.of("threads", "shm"), opened(new Job(0, 1, 1, new byte[32]),
            new Saying("threads", Reach.PROCESS, null), new Saying("shm", Reach.HOST, null),
            new Saying("nio", Reach.NETWORK, null)));
    }

    @Test
    void ifNoneCanBeUsedTheReasonsAreReported() {
        TransportException none = assertThrows(TransportException.class, () -> opened(ONE_HOST,
            new Saying("threads", Reach.PROCESS, "no thread of this JVM"), new Saying("shm", Reach.HOST, "no room")));
        assertEquals("no transport can be used here: no thread of this JVM", none.getMessage());
        assertEquals(List.of("no thread of this JVM", "no room"),
            List.of(none.getSuppressed()).stream().map(Throwable::getMessage).toList());
    }
}
