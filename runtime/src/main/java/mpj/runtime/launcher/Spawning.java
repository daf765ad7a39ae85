package mpj.runtime.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import mpj.runtime.agent.HostPlan;
import mpj.runtime.bootstrap.Replacement;
import mpj.runtime.host.Counted;
import mpj.runtime.host.RanksPerJvm;
import mpj.runtime.host.UsageException;
import mpj.runtime.program.ClassPath;
import mpj.runtime.program.ModuleProgram;
import mpj.runtime.program.Program;
import mpj.runtime.spawn.ProgramPath;
import mpj.runtime.spawn.SoftCounts;
import mpj.runtime.spawn.SpawnHints;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.JobTag;
import mpj.runtime.wire.Message;
import mpj.runtime.wire.SpawnedProgram;

/**
 * Makes a job ready that a rank has asked for. Its programs inherit what the first program of the launcher has: class
 * path, API, options, properties, environment and hosts.
 *
 * @param first the first program of the launcher's first job
 * @param program the same program, as it was found
 * @param launch the first job
 * @param search finds the programs
 * @param used is told which programs were found
 * @param environment of this launcher
 */
record Spawning(JobSpecification first, Program program, Launch launch, ProgramSearch search,
                Consumer<List<Program>> used, Map<String, String> environment) {
    /**
     * A job that is ready to start.
     *
     * @param launch the job
     * @param counts the number of ranks of each program
     */
    record Prepared(Launch launch, List<Integer> counts) {
    }

    /**
     * The place of a rank that moves.
     *
     * @param index its number among the new ranks
     * @param host the name of its host
     */
    record Moved(int index, String host) {
    }

    /**
     * Makes the job ready.
     *
     * @param number of the new job
     * @param taken the number of ranks that run on each host
     * @param moved the place of one of the new ranks; null if each of them gets any slot
     * @throws UsageException when a program or a host does not exist, or there are too few slots
     */
    Prepared prepare(Message.Spawn request, int number, Map<String, Integer> taken, Moved moved)
        throws InterruptedException {
        try {
            return ready(request, number, taken, moved);
        } catch (InvalidPathException e) {
            throw new UsageException("\"" + e.getInput() + "\" cannot be the name of a file: " + e.getReason());
        } catch (IOException e) {
            throw new UsageException(e.getMessage());
        }
    }

    /** The number of ranks that a request asks for in place of lost ones; 0 if it asks for other ranks. */
    static int replacements(Message.Spawn request) {
        long ranks = request.programs().stream().filter(each -> each.info().containsKey(Replacement.INFO_KEY))
            .mapToLong(SpawnedProgram::count).sum();
        return (int) Math.min(Integer.MAX_VALUE, ranks);
    }

    /** Which of the new ranks takes the place of a rank that moves; negative if none of them does. */
    static int moved(Message.Spawn request) {
        String value = request.programs().getFirst().info().getOrDefault(Replacement.INFO_KEY, "");
        return value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : -1;
    }

    /**
     * Checks whether a rank of the first job, or its replacement, can move to a host.
     *
     * @param taken the number of ranks that run on each host
     * @throws UsageException when it cannot
     */
    void checkMove(Message.Move move, Map<String, Integer> taken) {
        int ranks = launch.size();
        if (first.respawn() == 0) {
            throw new UsageException(move + ": the job was started without --respawn, so none of its ranks can be"
                + " replaced; start it with mpjrun --respawn 1");
        }
        if (launch.applications().size() > 1) {
            throw new UsageException(move + ": ranks of a job of several programs cannot be replaced; start each"
                + " program as a job of its own");
        }
        if (move.rank() < 0 || move.rank() >= ranks) {
            throw new UsageException(move + ": the job has no rank " + move.rank() + "; name one from 0 to "
                + (ranks - 1));
        }
        if (ranks == 1) {
            throw new UsageException(move + ": the job has one rank only, and no other would be left to start its"
                + " replacement; let the program write files (FileCheckpoint), and start it on the other host");
        }
        FreeSlots slots = new FreeSlots(first.hosts(), taken);
        List<Host> free = slots.hosts(move.host(), "--move " + move.rank());
        checkTransport(move);
        if (slots.room(free) == 0) {
            throw new UsageException(move + ": no slot of this host is free; when you start the job, give the host more"
                + " (HOST:N, or HOST slots=N in the hostfile), or allow it with --oversubscribe");
        }
    }

    private void checkTransport(Message.Move move) {
        List<String> transports = first.transports();
        boolean sameHost = launch.placement().hosts().stream().map(HostPlan::name)
            .allMatch(Host.canonical(move.host())::equals);
        RanksPerJvm perJvm = launch.commands().perJvm();
        String obstacle = Replacements.obstacle(first, perJvm, launch.placement());
        if (!obstacle.isEmpty()) {
            throw new UsageException(move + ": " + obstacle);
        }
        if (perJvm.areThreads()) {
            throw new UsageException(move + ": a rank shares its JVM with others, and cannot leave it; start the job"
                + (first.ranksPerJvm() == null ? " with a transport other than threads, such as -Dmpj.transport=nio"
                : " without --ranks-per-jvm " + first.ranksPerJvm()));
        }
        if (!sameHost && transports.equals(List.of("shm"))) {
            throw new UsageException(move + ": transport shm leads to ranks of the same host only; start the job with"
                + " another one, such as -Dmpj.transport=shm,nio");
        }
    }

    private Prepared ready(Message.Spawn request, int number, Map<String, Integer> taken, Moved moved)
        throws IOException, InterruptedException {
        if (replacements(request) > 0) {
            return replacing(request, number, taken, moved);
        }
        if (request.programs().isEmpty()) {
            throw new UsageException("no program is named");
        }
        List<SpawnHints> infos = new ArrayList<>();
        for (SpawnedProgram each : request.programs()) {
            infos.add(SpawnHints.of(SpawnHints.withFile(each.info(), first.workingFolder())));
        }
        Path folder = ProgramPath.folder(first.workingFolder(),
            infos.stream().map(info -> info.folder() == null ? "" : info.folder()));
        List<Integer> counts = new ArrayList<>();
        Placement placement = place(request.programs(), infos, new FreeSlots(first.hosts(), taken), counts);
        if (!Files.isDirectory(folder) && placement.hosts().stream().anyMatch(host -> Host.isLocal(host.name()))) {
            throw new UsageException("info key wdir=" + folder + ": there is no such folder");
        }
        List<JobSpecification> jobs = new ArrayList<>();
        for (int i = 0; i < infos.size(); i++) {
            jobs.add(specification(request.programs().get(i), infos.get(i), number, counts.get(i), folder));
        }
        List<Program> programs = search.findAll(jobs);
        programs.forEach(this::check);
        used.accept(programs);
        return new Prepared(prepare(jobs, programs, placement, number, variables(request)), counts);
    }

    /** The first program again. Its ranks get the slots that lost ranks have left. */
    private Prepared replacing(Message.Spawn request, int number, Map<String, Integer> taken, Moved moved)
        throws IOException, InterruptedException {
        if (request.programs().size() > 1 || launch.applications().size() > 1) {
            throw new UsageException("lost ranks cannot be replaced in a job of several programs");
        }
        SpawnedProgram asked = request.programs().getFirst();
        int count = asked.count();
        List<SpawnedProgram> parts = new ArrayList<>();
        List<SpawnHints> infos = new ArrayList<>();
        if (moved == null || moved.index >= count) {
            add(parts, infos, asked, count, null);
        } else {
            add(parts, infos, asked, moved.index, null);
            add(parts, infos, asked, 1, moved.host);
            add(parts, infos, asked, count - moved.index - 1, null);
        }
        Placement placement = place(parts, infos, new FreeSlots(first.hosts(), taken), new ArrayList<>());
        Map<String, String> variables = variables(request);
        variables.put(JobEnvironment.REPLACEMENT, "true");
        variables.put(JobEnvironment.RESPAWN, "true");
        return new Prepared(prepare(List.of(first.replacing(program.api(), number, count)), List.of(program), placement,
            number, variables), List.of(count));
    }

    /** Adds some ranks of a program, for any host or for one. */
    private static void add(List<SpawnedProgram> parts, List<SpawnHints> infos, SpawnedProgram program, int count,
                            String host) {
        if (count > 0) {
            parts.add(new SpawnedProgram(program.command(), program.arguments(), count, Map.of()));
            infos.add(SpawnHints.ofHost(host));
        }
    }

    private Map<String, String> variables(Message.Spawn request) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put(JobEnvironment.PARENT_PORT, request.parentPort());
        variables.put(JobEnvironment.UNIVERSE, launch.applications().getFirst().program().environment()
            .get(JobEnvironment.UNIVERSE));
        return variables;
    }

    private Launch prepare(List<JobSpecification> jobs, List<Program> programs, Placement placement, int number,
                           Map<String, String> variables) throws InterruptedException {
        return Launch.prepare(jobs, programs, placement, new JobTag(number, first.tagOutput()), variables,
            launch.library(), launch.jdk(), environment, null);
    }

    private JobSpecification specification(SpawnedProgram asked, SpawnHints info, int number, int count, Path folder)
        throws IOException {
        ProgramPath path = ProgramPath.of(folder, info.path());
        List<String> classPath = new ArrayList<>(program.classPath());
        path.folders().stream().filter(Files::exists).forEach(each -> classPath.add(each.toString()));
        return first.spawned(program.api(), number, count, path.find(asked.command()), asked.arguments(),
            new ClassPath(List.copyOf(classPath), List.of(), true), folder);
    }

    /** A rank would find this as well, but this launcher can say it at once. */
    private void check(Program found) {
        List<String> entries = new ArrayList<>(found.classPath());
        entries.addAll(launch.library().entries());
        if (!ModuleProgram.isNamedBy(found.mainClass()) && !ClassPath.hasClass(entries, found.mainClass())) {
            throw new UsageException("there is no class " + found.mainClass() + " on the class path of the job: "
                + String.join(File.pathSeparator, found.classPath()) + "; name a class, a .jar file or a .java file");
        }
    }

    /** Places the ranks of each program on its hosts, by the mapping of the first job. */
    private Placement place(List<SpawnedProgram> asked, List<SpawnHints> infos, FreeSlots slots, List<Integer> counts)
        throws IOException {
        Map<String, List<Integer>> ranks = new LinkedHashMap<>();
        int next = 0;
        for (int i = 0; i < asked.size(); i++) {
            List<Host> hosts = slots.hosts(infos.get(i).host(), "info key host");
            checkSize(asked.get(i), infos.get(i), next);
            int count = count(asked, infos, i, Math.min(slots.room(hosts), Placement.MOST_RANKS - next));
            if (count == 0) {
                throw new UsageException("there are too few slots for " + Counted.of(asked.get(i).count(), "rank")
                    + " of " + asked.get(i).command() + ": " + slots.room(hosts) + " are free on the hosts of this job;"
                    + " give the hosts more (HOST:N, or HOST slots=N in the hostfile), or allow it with"
                    + " --oversubscribe");
            }
            Placement own = Placement.of(hosts, count, first.hosts().mapping(), slots.isUnlimited());
            slots.take(own);
            for (HostPlan host : own.hosts()) {
                int before = next;
                host.ranks().forEach(rank -> ranks.computeIfAbsent(host.name(), _ -> new ArrayList<>())
                    .add(before + rank));
            }
            counts.add(count);
            next += count;
        }
        List<HostPlan> plans = new ArrayList<>();
        ranks.forEach((name, ofHost) -> plans.add(new HostPlan(plans.size(), name, List.copyOf(ofHost),
            slots.others(name))));
        return new Placement(List.copyOf(plans));
    }

    /** @param before the number of ranks of the programs before this one */
    private static void checkSize(SpawnedProgram program, SpawnHints info, int before) {
        if (info.soft() == null && program.count() > Placement.MOST_RANKS - before) {
            throw new UsageException("the number of ranks of " + program.command() + " is " + program.count()
                + (before == 0 ? "" : ", besides " + before + " of other programs") + "; a job has at most "
                + Placement.MOST_RANKS + " ranks, so ask for fewer");
        }
    }

    /**
     * The number of ranks of a program; 0 when there are too few slots. Slots that programs behind this one need at
     * least are left for them, as far as that can be told.
     */
    private static int count(List<SpawnedProgram> asked, List<SpawnHints> infos, int index, int room)
        throws IOException {
        SpawnedProgram program = asked.get(index);
        if (program.count() < 1) {
            throw new UsageException("the number of ranks of " + program.command() + " is " + program.count()
                + "; it must be at least 1");
        }
        SoftCounts soft = infos.get(index).soft();
        if (soft == null) {
            return program.count() <= room ? program.count() : 0;
        }
        long later = 0;
        for (int i = index + 1; i < asked.size(); i++) {
            SoftCounts other = infos.get(i).soft();
            later += other == null ? asked.get(i).count() : other.least();
        }
        int most = (int) Math.min(program.count(), Math.max(0, room - later));
        infos.get(index).most(program.command(), program.count());
        return soft.most(most);
    }
}
