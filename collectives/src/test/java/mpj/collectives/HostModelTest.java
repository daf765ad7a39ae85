package mpj.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.stream.Stream;
import mpj.collectives.selection.Choice;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The model of one host beside measured times, and what it does with schedules whose times are known. */
class HostModelTest {
    private static final HostModel MODEL = HostModel.XEON_16;
    private static final long ROOM = 4 << 20;

    @TestFactory
    Stream<DynamicTest> predictsEachMeasuredTimeWithinItsFactor() {
        return HostTable.NAMES.stream().map(HostTable::bundled).flatMap(table -> table.entries().stream()
            .map(entry -> DynamicTest.dynamicTest(table.name() + ": " + entry, () -> {
                double ratio = entry.predicted(MODEL) / entry.measured();
                assertTrue(ratio <= entry.within() && ratio >= 1 / entry.within(), () -> "predicted "
                    + entry.predicted(MODEL) + " us, measured " + entry.measured() + ": a ratio of " + ratio);
            })));
    }

    /** Where a table has several algorithms for a call, the model orders most of them as they were measured. */
    @Test
    void ordersAlgorithmsAsTheyWereMeasured() {
        for (String name : HostTable.NAMES) {
            HostTable.Order order = HostTable.bundled(name).order(MODEL);
            assertTrue(order.pairs() == 0 || order.coefficient() >= 0.5, () -> name + ": " + order);
        }
    }

    @Test
    void orderIsThatOfPairsOfTheSameCall() {
        String other = "reduce 16 64k shared 1 1\n";
        assertEquals(1, order(other + "allreduce 16 64k shared 300 1\nallreduce 16 64k shared-scatter 40 1\n"));
        assertEquals(-1, order(other + "allreduce 16 64k shared 40 1\nallreduce 16 64k shared-scatter 300 1\n"));
        assertEquals(0, HostTable.bundled("xeon-16").order(MODEL).pairs());
    }

    private static double order(String table) {
        HostTable.Order order = HostTable.read("test", new StringReader(table)).order(MODEL);
        assertEquals(1, order.pairs());
        return order.coefficient();
    }

    /** With a core for each rank, reductions whose work is divided among all ranks win by far. */
    @Test
    void dividedReductionsOfSixteenRanksWin() {
        assertFaster(Collective.ALLREDUCE, 64 << 10, "shared-scatter", "shared", 2);
        assertFaster(Collective.REDUCE, 64 << 10, "shared-scatter", "shared:16k", 2);
        assertFaster(Collective.REDUCE, 1 << 20, "shared-scatter", "shared:64k", 2);
        assertFaster(Collective.ALLREDUCE, 8, "shared-tree", "shared", 1.2);
        assertFaster(Collective.REDUCE, 8, "shared-tree", "shared:16k", 1.2);
    }

    private static void assertFaster(Collective collective, long bytes, String quick, String slow, double times) {
        HostCall call = new HostCall(collective, 16, bytes);
        double quickly = call.microseconds(MODEL, Choice.parse(collective, quick));
        double slowly = call.microseconds(MODEL, Choice.parse(collective, slow));
        assertTrue(quickly * times < slowly, () -> quick + " takes " + quickly + " us, " + slow + " " + slowly);
    }

    /** One rank copies to its room, and the other waits for the flag and the first line, and copies from there. */
    @Test
    void copyThroughARoomTakesWhatItsPartsTake() {
        Steps gives = new Steps();
        gives.copy(Place.SEND, Place.SHARED.plus(32), 4096);
        gives.post(1);
        Steps takes = new Steps();
        takes.awaitStage(0, 1);
        takes.copy(Place.SHARED.plus(32), Place.RECEIVE, 4096);
        double in = MODEL.copyCall() + 4 * (MODEL.near() + MODEL.room()) + MODEL.look();
        double flag = MODEL.look() + MODEL.line();
        double out = MODEL.copyCall() + MODEL.line() + 4 * (MODEL.remote() + MODEL.near());
        assertEquals(MODEL.call() + in + flag + out, run(MODEL, 4096, gives, takes), 1e-9);
    }

    /** Ranks that read the same block take longer together. Ranks that read different blocks do not. */
    @Test
    void sameBlockIsReadSlowlyByManyRanks() {
        double same = run(MODEL, 1024, readers(16, 0));
        double apart = run(MODEL, 1024, readers(16, 64 << 10));
        double alone = run(MODEL, 1024, readers(1, 0));
        assertEquals(alone, apart, 1e-9);
        assertEquals(64 * (16 / MODEL.hotRate() - MODEL.remote()), same - alone, 1e-9);
    }

    /** Ranks that each read 64 KiB of a room, and the last rank, whose room it is. */
    private static Steps[] readers(int count, long distance) {
        Steps[] steps = new Steps[count + 1];
        for (int i = 0; i < count; i++) {
            steps[i] = new Steps();
            steps[i].copy(Place.SHARED.plus(count * ROOM + 32 + i * distance), Place.RECEIVE, 64 << 10);
        }
        steps[count] = new Steps();
        return steps;
    }

    @Test
    void memoryIsSharedByAllRanks() {
        Steps[] steps = new Steps[16];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = new Steps();
            steps[i].copy(Place.SEND, Place.RECEIVE, 1 << 20);
        }
        long footprint = 64 << 20;
        assertEquals(MODEL.call() + MODEL.copyCall() + 2 * 1024 * 16 / MODEL.memoryRate(),
            run(MODEL, footprint, steps), 1e-6);
        assertEquals(MODEL.call() + MODEL.copyCall() + 2 * 1024 * MODEL.memory(),
            run(MODEL, footprint, steps[0], new Steps()), 1e-6);
    }

    @Test
    void flagOfAnotherCacheTakesLonger() {
        Steps posts = new Steps();
        posts.post(1);
        Steps waits = new Steps();
        waits.awaitStage(0, 1);
        double apart = run(MODEL.ranksPerCache(1), 0, posts, waits) - run(MODEL.ranksPerCache(2), 0, posts, waits);
        assertEquals(MODEL.line() * (MODEL.between() - 1), apart, 1e-9);
    }

    @Test
    void messagesAreRefused() {
        Steps sends = new Steps();
        sends.send(1, Place.SEND, 8);
        String message = assertThrows(IllegalArgumentException.class, () -> run(MODEL, 8, sends, new Steps()))
            .getMessage();
        assertTrue(message.contains("no messages"), message);
    }

    private static double run(HostModel model, long footprint, Steps... steps) {
        Host host = new Host(model, steps.length, ROOM, footprint);
        for (int rank = 0; rank < steps.length; rank++) {
            host.add(rank, steps[rank].schedule());
        }
        return host.run();
    }
}
