package tycho.processes;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import tycho.Client;
import tycho.Consumer;
import tycho.Watch;
import tycho.mediator.Site;
import tycho.registry.Entry;
import tycho.registry.Query;

/**
 * Measures how soon a site knows what another site knows. The sites are in this process, and their mediators talk over
 * the loopback interface. The command is in docs/results/tycho.md.
 */
final class ConvergenceFigures {
    private static final int ENTRIES = 1_000;
    private static final int PARTITIONS = 20;
    private static final Duration LEASE = Duration.ofHours(1);
    private static final int LIMIT_SECONDS = 60;

    private final Site here;
    private final Site there;
    private final Client near;
    private final Map<String, CountDownLatch> expected = new ConcurrentHashMap<>();

    private ConvergenceFigures(Site here, Site there, Client near, Client far) {
        this.here = here;
        this.there = there;
        this.near = near;
        far.watch(Query.all(), new Watch.News() {
            @Override
            public void arrived(Entry entry) {
                expected.computeIfAbsent(entry.name(), key -> new CountDownLatch(1)).countDown();
            }

            @Override
            public void departed(Entry entry, Watch.Departure why) {
                // Nothing is measured.
            }
        });
    }

    /** The argument is an empty folder. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        try (Site here = new Site(folder, "here"); Site there = new Site(folder, "there")) {
            Site.join(here, there);
            String one = here.start();
            String other = there.start();
            try (Client near = connect(here, one); Client far = connect(there, other)) {
                ConvergenceFigures figures = new ConvergenceFigures(here, there, near, far);
                figures.awaitSites(1);
                figures.measureRegistrations();
                figures.measurePartitions();
            }
        }
        System.exit(0);
    }

    private static Client connect(Site site, String mediator) throws IOException {
        return Client.options().keys(site.keys()).mediators(mediator).withoutListening().connect();
    }

    private void awaitSites(int number) throws Exception {
        BooleanSupplier reached = () -> here.otherSites() == number && there.otherSites() == number;
        if (!Site.eventually(reached)) {
            throw new IOException(here.log() + there.log());
        }
    }

    /** From when the registration is answered until a client of the other site is told of it. */
    private void measureRegistrations() throws InterruptedException {
        long[] nanos = new long[ENTRIES];
        for (int i = 0; i < ENTRIES; i++) {
            Consumer consumer = open("entry-" + i);
            long begin = System.nanoTime();
            awaitArrival("entry-" + i);
            nanos[i] = System.nanoTime() - begin;
            consumer.close();
        }
        print("an entry is known at the other site", nanos);
    }

    /** From when both sites hear each other again until what was registered meanwhile is known at the other one. */
    private void measurePartitions() throws Exception {
        long[] nanos = new long[PARTITIONS];
        for (int i = 0; i < PARTITIONS; i++) {
            here.cut(0, true);
            there.cut(0, true);
            awaitSites(0);
            Consumer consumer = open("cut-" + i);
            here.cut(0, false);
            there.cut(0, false);
            awaitSites(1);
            long begin = System.nanoTime();
            awaitArrival("cut-" + i);
            nanos[i] = System.nanoTime() - begin;
            consumer.close();
        }
        print("what was registered during a partition is known", nanos);
    }

    private Consumer open(String name) {
        return near.consumer(name).subscribes("x").lease(LEASE).open();
    }

    private void awaitArrival(String name) throws InterruptedException {
        if (!expected.computeIfAbsent(name, key -> new CountDownLatch(1)).await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException(name + " has not arrived within " + LIMIT_SECONDS + " s");
        }
    }

    private static void print(String what, long[] nanos) {
        Arrays.sort(nanos);
        System.out.printf("%s after: median %.1f ms, 99%% %.1f ms, longest %.1f ms%n", what,
            nanos[nanos.length / 2] / 1e6, nanos[nanos.length * 99 / 100] / 1e6, nanos[nanos.length - 1] / 1e6);
    }
}
