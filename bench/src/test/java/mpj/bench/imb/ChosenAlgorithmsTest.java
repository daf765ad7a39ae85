package mpj.bench.imb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Properties;
import mpj.collectives.Collective;
import mpj.collectives.Problem;
import mpj.collectives.selection.Selection;
import org.junit.jupiter.api.Test;

class ChosenAlgorithmsTest {
    private static Selection selection(String algorithms) {
        Properties properties = new Properties();
        properties.setProperty("mpj.coll.log", "true");
        properties.setProperty("mpj.coll.algorithms", algorithms);
        return Selection.of(properties, "shm");
    }

    private static void choose(Selection selection, Collective collective, long bytes) {
        selection.choose(collective, Problem.of(0, 8, 0, bytes, 8), bytes);
    }

    @Test
    void choiceIsKnownForEachSizeAlsoIfItIsTheSame() {
        ChosenAlgorithms algorithms = ChosenAlgorithms.fromNowOn(true);
        Selection selection = selection("bcast:pipelined:64k,reduce_scatter:ring");
        choose(selection, Collective.BARRIER, 0);
        for (int bytes : new int[] {8, 1024}) {
            choose(selection, Collective.BCAST, bytes);
            algorithms.ran("Bcast", bytes);
        }
        choose(selection, Collective.REDUCE_SCATTER, 8);
        algorithms.ran("Reduce_scatter", 8);
        assertEquals("pipelined:65536", algorithms.of("Bcast", 8));
        assertEquals("pipelined:65536", algorithms.of("Bcast", 1024));
        assertEquals("ring", algorithms.of("Reduce_scatter", 8));
        assertEquals("", algorithms.of("Bcast", 64));
        assertEquals("", algorithms.of("Barrier", 0), "it has not run");
    }

    /** The ranks come to share memory after the first calls of a size. A later block of the size chooses nothing. */
    @Test
    void laterChoiceReplacesAnEarlierOne() {
        ChosenAlgorithms algorithms = ChosenAlgorithms.fromNowOn(true);
        choose(selection("bcast:linear"), Collective.BCAST, 8);
        algorithms.ran("Bcast", 8);
        choose(selection("bcast:binomial"), Collective.BCAST, 8);
        algorithms.ran("Bcast", 8);
        algorithms.ran("Bcast", 8);
        assertEquals("binomial", algorithms.of("Bcast", 8));
    }

    @Test
    void otherThreadsAreOtherRanks() throws InterruptedException {
        ChosenAlgorithms algorithms = ChosenAlgorithms.fromNowOn(true);
        Thread other = Thread.ofPlatform().start(() -> choose(selection("bcast:linear"), Collective.BCAST, 8));
        other.join();
        algorithms.ran("Bcast", 8);
        assertEquals("", algorithms.of("Bcast", 8));
    }
}
