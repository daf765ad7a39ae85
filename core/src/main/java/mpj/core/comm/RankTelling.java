package mpj.core.comm;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import mpj.bindings.Linux;
import mpj.runtime.bootstrap.Bootstrap;
import mpj.runtime.bootstrap.BootstrapException;
import mpj.runtime.bootstrap.ClockOffset;
import mpj.runtime.bootstrap.RankProfile;
import mpj.runtime.bootstrap.RankSample;
import mpj.runtime.bootstrap.Topic;
import mpj.tools.Counters;
import mpj.watch.Profiling;
import mpj.watch.RankWatch;

/**
 * Sends the launcher the figures of a watched rank: a sample once a second, and at the end the profile, which says
 * where the time went. If the launcher cannot be reached, the figures are lost, and the rank goes on.
 */
final class RankTelling implements Runnable {
    private static final long PERIOD_NANOSECONDS = 1_000_000_000;
    /** The unit of /proc/self/statm, in bytes. */
    private static final long PAGE = 4096;
    private static final int RESIDENT = 1;
    private static final String ALLOWED = "Cpus_allowed_list:";

    private final Bootstrap bootstrap;
    private final RankWatch watch;
    private final Thread thread;
    private volatile boolean ended;

    private RankTelling(Bootstrap bootstrap, RankWatch watch) {
        this.bootstrap = bootstrap;
        this.watch = watch;
        thread = Thread.ofPlatform().daemon().name("mpj-telling").unstarted(this);
    }

    /** Starts a thread that sends the samples. */
    static RankTelling start(Bootstrap bootstrap, RankWatch watch) {
        RankTelling telling = new RankTelling(bootstrap, watch);
        telling.thread.start();
        return telling;
    }

    @Override
    public void run() {
        while (!ended && tell(Topic.SAMPLE, sample().text())) {
            LockSupport.parkNanos(this, PERIOD_NANOSECONDS);
        }
    }

    /** If there is a recording, notes in it how far the clocks of the launcher and of this host are apart. */
    static void sampleClock(Bootstrap bootstrap, RankWatch watch) {
        if (!watch.samplesClock()) {
            return;
        }
        Optional<ClockOffset> launcher;
        try {
            launcher = bootstrap.clock();
        } catch (BootstrapException e) {
            launcher = Optional.empty(); // the rank ends with the launcher; another part sees to that
        }
        ClockOffset offset = launcher.orElse(new ClockOffset(0, -1));
        watch.sampleClock(offset.offset(), offset.error());
    }

    /** Sends the last figures. To be called while the launcher can still be reached. */
    void end() {
        sampleClock(bootstrap, watch);
        ended = true;
        LockSupport.unpark(thread);
        Profiling profiling = watch.profiling();
        if (profiling != null) {
            tell(Topic.PROFILE, profile(profiling).text());
        }
    }

    private synchronized boolean tell(Topic topic, String text) {
        try {
            bootstrap.tell(topic, text);
            return true;
        } catch (BootstrapException e) {
            return false; // the rank ends with the launcher; another part sees to that
        }
    }

    private RankSample sample() {
        Counters counters = watch.counters();
        return new RankSample(System.nanoTime(),
            ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos(), residentBytes(),
            counters.getMessagesSent(), counters.getBytesSent(), counters.getMessagesReceived(),
            counters.getBytesReceived(), counters.getCurrentCallNanoseconds(), counters.getCurrentCall());
    }

    /** The cores that the calling thread may run on, as the kernel writes them; empty if the kernel does not say. */
    static String cores() {
        try {
            return Files.readAllLines(Linux.file("/proc/thread-self/status")).stream()
                .filter(line -> line.startsWith(ALLOWED)).map(line -> line.substring(ALLOWED.length()).strip())
                .findFirst().orElse("");
        } catch (IOException e) {
            return "";
        }
    }

    private static long residentBytes() {
        try {
            return PAGE * Long.parseLong(Files.readString(Linux.file("/proc/self/statm")).split(" ")[RESIDENT]);
        } catch (IOException e) {
            return 0;
        }
    }

    private static RankProfile profile(Profiling profiling) {
        List<RankProfile.Site> sites = new ArrayList<>();
        profiling.forEach(each -> {
            Profiling.Total total = each.getValue();
            sites.add(new RankProfile.Site(each.getKey().call(), each.getKey().site().line(),
                each.getKey().site().method(), total.calls.sum(), total.nanoseconds.sum(), total.blocked.sum(),
                total.bytes.sum()));
        });
        sites.sort(Comparator.comparingLong(RankProfile.Site::nanoseconds).reversed());
        return new RankProfile(profiling.nanoseconds(), sites);
    }
}
