package mpj.runtime.launcher;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import mpj.bindings.Linux;
import mpj.runtime.host.CompilerTime;
import mpj.runtime.host.ProgramCache;
import mpj.runtime.host.RankProgram;
import mpj.runtime.host.RanksPerJvm;

/**
 * Tells the user of a short job what would help, if its JVMs spent much of their time compiling. Only the JVMs of this
 * host are looked at. If the messages of mpjrun go into a file or to a program, nobody is told, except with -v.
 */
final class CompilingAdvice {
    private static final double MUCH = 1.0 / 3;
    private static final long FIRST_LOOK_MILLIS = 1_000;
    /** If a job takes less, most of its time goes into starting. */
    private static final long SHORTEST_MILLIS = 2_000;
    /** If a job takes longer, compiling matters little. */
    private static final long LONGEST_MILLIS = 60_000;

    private final List<String> remedies;
    private final Supplier<List<Long>> pids;
    private final CompilerTime time = new CompilerTime(Path.of("/proc"));
    private final long start = System.nanoTime();
    private final CountDownLatch ended = new CountDownLatch(1);
    private long lookedAfter;

    private CompilingAdvice(List<String> remedies, Supplier<List<Long>> pids) {
        this.remedies = remedies;
        this.pids = pids;
    }

    /**
     * Begins to look at the JVMs of a job that has started.
     *
     * @param seen whether a user would see advice at once
     * @param pids finds those that run on this host
     * @return null if nobody would see the advice, or if nothing would help
     */
    static CompilingAdvice begin(Launch launch, boolean seen, Supplier<List<Long>> pids) {
        if (launch.tag().isSpawned() || !Linux.hasBindings() || !launch.job().verbose() && !seen) {
            return null;
        }
        List<String> remedies = remedies(launch);
        if (remedies.isEmpty()) {
            return null;
        }
        CompilingAdvice advice = new CompilingAdvice(remedies, pids);
        Thread.ofPlatform().daemon().name("mpjrun-compiling").start(advice::look);
        return advice;
    }

    /** The options that would help, and that the job can have. */
    private static List<String> remedies(Launch launch) {
        JobSpecification job = launch.job();
        RankProgram program = launch.applications().getFirst().program();
        boolean each = launch.applications().size() == 1 && !program.asThreads() && job.cache() == null;
        List<String> remedies = new ArrayList<>();
        if (each && launch.placement().hosts().stream().anyMatch(host -> host.ranks().size() > 1)
            && job.ranksPerJvm() == null && job.transports().equals(List.of("auto")) && job.coresOfRank() <= 1
            && !program.mainClass().contains("/")) {
            remedies.add((program.hasSeveralNumaNodes() ? RanksPerJvm.NUMA : RanksPerJvm.HOST).toString());
        }
        if (each && ProgramCache.refusal(launch.jdk(), program, System.getenv()) == null) {
            boolean jars = !job.program().endsWith(".java")
                && CacheChoice.refusal(program, job.classPath().entries(), launch.jdk(), System.getenv()) == null;
            remedies.add(jars ? "--aot auto" : "--aot auto with the program in a jar");
        }
        return remedies;
    }

    /** Each look is later than the one before by a quarter of the time until then, so there are some twenty looks. */
    private void look() {
        try {
            for (long due = FIRST_LOOK_MILLIS; due < LONGEST_MILLIS; due += due / 4) {
                if (ended.await(due - millis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
                List<Long> running = pids.get();
                synchronized (this) {
                    time.look(running);
                    lookedAfter = millis();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // never: nobody knows this thread
        }
    }

    private long millis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    /** The job has ended. Returns the advice; null if there is none. */
    String end() {
        ended.countDown();
        long millis = millis();
        synchronized (this) {
            return millis < SHORTEST_MILLIS || millis > LONGEST_MILLIS ? null
                : advice(time.part() * lookedAfter / millis, remedies);
        }
    }

    /**
     * The advice to a job in which a JVM's compilers took a part of its time.
     *
     * @param part at least; nothing is known of the time after the last look, so no compiling is assumed there
     */
    static String advice(double part, List<String> remedies) {
        return part <= MUCH ? null : "in the JVM that compiled most, compiling took " + Math.round(100 * part)
            + " % of the processor time; " + String.join(", or ", remedies) + (remedies.size() > 1 ? "," : "")
            + " would save part of that";
    }
}
