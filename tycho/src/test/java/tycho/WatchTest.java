package tycho;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tycho.directory.Entries;
import tycho.registry.Entry;
import tycho.registry.Query;

/** What a watch tells when it begins with one mediator after another. */
class WatchTest {
    private static final Entry ENTRY = Entries.entry(1, "a");

    private final List<Watch.Departure> departures = new ArrayList<>();
    private Watch watching;
    private final Watch watch = new Watch(Query.all(), new Watch.News() {
        @Override
        public void arrived(Entry entry) {
            // Only departures count here.
        }

        @Override
        public void departed(Entry entry, Watch.Departure why) {
            departures.add(why);
        }
    }, () -> { });

    @BeforeEach
    void settle() {
        watch.settled();
        watch.happened(0, ENTRY);
    }

    private void waitForTheLease() {
        watch.tick(System.nanoTime() + 2 * ENTRY.lease().toNanos());
    }

    @Test
    void whatANewMediatorDoesNotShowDeparts() {
        watch.begun();
        watch.settled();
        watch.tick(System.nanoTime());
        assertEquals(List.of(), departures);
        waitForTheLease();
        assertEquals(List.of(Watch.Departure.LAPSED), departures);
    }

    @Test
    void whatAMediatorShowedBeforeTheLinkBrokeCountsNoMore() {
        watch.begun();
        watch.happened(0, ENTRY);
        watch.begun();
        watch.settled();
        waitForTheLease();
        assertEquals(List.of(Watch.Departure.LAPSED), departures);
    }

    /** What the program does with news may take long, and may itself need a mediator. */
    @Test
    void aWatchBeginsWhileNewsOfItAreTold() {
        Watch slow = new Watch(Query.all(), new Watch.News() {
            @Override
            public void arrived(Entry entry) {
                CompletableFuture.runAsync(watching::begun).orTimeout(60, TimeUnit.SECONDS).join();
            }

            @Override
            public void departed(Entry entry, Watch.Departure why) {
                departures.add(why);
            }
        }, () -> { });
        watching = slow;
        slow.happened(0, ENTRY);
        slow.settled();
        assertEquals(List.of(), departures);
    }

    @Test
    void whatTheProgramThrowsEndsNothing() {
        List<Entry> told = new ArrayList<>();
        Watch failing = new Watch(Query.all(), new Watch.News() {
            @Override
            public void arrived(Entry entry) {
                told.add(entry);
                throw new IllegalStateException("thrown by a test");
            }

            @Override
            public void departed(Entry entry, Watch.Departure why) {
                told.add(entry);
                throw new AssertionError("thrown by a test");
            }
        }, () -> { });
        failing.settled();
        failing.happened(0, ENTRY);
        failing.happened(0, Entries.entry(2, "b"));
        failing.begun();
        failing.settled();
        failing.tick(System.nanoTime() + 2 * ENTRY.lease().toNanos());
        assertEquals(4, told.size());
    }

    @Test
    void whatANewMediatorShowsStays() {
        watch.begun();
        watch.happened(0, ENTRY);
        watch.settled();
        watch.settled();
        waitForTheLease();
        assertEquals(List.of(), departures);
    }
}
