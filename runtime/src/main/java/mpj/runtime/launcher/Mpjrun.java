package mpj.runtime.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mpj.runtime.agent.HostPlan;
import mpj.runtime.bootstrap.Api;
import mpj.runtime.bootstrap.RuntimeProperties;
import mpj.runtime.files.FileReason;
import mpj.runtime.host.CacheFolder;
import mpj.runtime.host.CacheUse;
import mpj.runtime.host.CoreBinding;
import mpj.runtime.host.HostException;
import mpj.runtime.host.JavaOptions;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.OpenFiles;
import mpj.runtime.host.ReadableNames;
import mpj.runtime.host.UsageException;
import mpj.runtime.program.ApiDetection;
import mpj.runtime.program.Program;
import mpj.runtime.program.SourceCompiler;

/** The command mpjrun. */
public final class Mpjrun {
    private static final int WRONG_USE = 2;

    private Mpjrun() {
    }

    /** Runs the job that the arguments describe, and exits with its exit code. */
    public static void main(String[] args) throws InterruptedException {
        int exitCode;
        try {
            Map<String, String> environment = System.getenv();
            checkNames(args, environment);
            exitCode = run(line(args), environment);
        } catch (UsageException | HostException e) {
            System.err.println("mpjrun: " + e.getMessage());
            exitCode = WRONG_USE;
        } catch (UncheckedIOException e) {
            System.err.println("mpjrun: the job cannot be started: " + e.getMessage());
            exitCode = 1;
        } catch (IOException e) {
            System.err.println("mpjrun: the job cannot be started: " + FileReason.withName(OpenFiles.explain(e)));
            exitCode = 1;
        }
        System.exit(exitCode);
    }

    private static void checkNames(String[] args, Map<String, String> environment) {
        List<String> words = new ArrayList<>(List.of(args));
        words.add(environment.getOrDefault("CLASSPATH", ""));
        words.add(System.getProperty("user.dir"));
        ReadableNames.check(words);
    }

    private static CommandLine line(String[] args) {
        return MpjExpressLine.isMeant(args) ? CommandLine.parse(MpjExpressLine.of(args, System.getenv("CLASSPATH"),
            Runtime.getRuntime().availableProcessors(), Path.of("").toAbsolutePath())) : CommandLine.parse(args);
    }

    private static int run(CommandLine line, Map<String, String> environment)
        throws IOException, InterruptedException {
        if (line.has(Option.HELP)) {
            System.out.print(CommandLine.help());
            return 0;
        }
        if (line.has(Option.VERSION)) {
            System.out.println("mpjrun " + LibraryFiles.version() + " on Java " + Runtime.version());
            return 0;
        }
        Portability.take(line.all(Option.PROPERTY));
        if (line.has(Option.PRINT_COMPLETION)) {
            System.out.print(ShellCompletion.of(line.last(Option.PRINT_COMPLETION)));
            return 0;
        }
        if (line.has(Option.PRINT_MANUAL)) {
            System.out.print(ManualPage.text(LibraryFiles.version()));
            return 0;
        }
        LibraryFiles library = LibraryFiles.running();
        if (line.has(Option.PRINT_CLASS_PATH)) {
            Api api = JobSpecification.api(line.last(Option.API));
            System.out.println(library.of(api == null ? Api.MPIJAVA : api).classPath());
            return 0;
        }
        if (line.has(Option.PRINT_JAVA_OPTIONS)) {
            System.out.println(String.join(" ", JavaOptions.underOtherLaunchers()));
            return 0;
        }
        if (line.has(Option.CLEAN)) {
            return Cleaning.run(HostOptions.of(line, environment), environment);
        }
        if (line.has(Option.STATUS) || line.has(Option.STACK)) {
            String job = line.program().isEmpty() ? null : line.program().getFirst();
            return RunningJobs.show(line.has(Option.STACK), job);
        }
        if (line.has(Option.MOVE)) {
            return MoveRequest.run(line);
        }
        if (line.has(Option.TOP) || line.has(Option.WATCH)) {
            return ViewedJob.show(line);
        }
        Jdk jdk = Jdk.running();
        if (line.has(Option.REPORT)) {
            new Report(line, library, jdk, environment).print(System.out);
            return 0;
        }
        if (line.has(Option.FABRICS)) {
            return FabricList.list(jdk, library, line.all(Option.PROPERTY));
        }
        if (line.has(Option.TRACE) && line.program().isEmpty() && !line.has(Option.MAIN) && !line.has(Option.MODULE)) {
            return JobTrace.writeAgain(line.last(Option.TRACE), library, jdk);
        }
        if (line.has(Option.COMPILE) || line.has(Option.CLASSES)) {
            return Compiling.run(line, library, jdk, environment);
        }
        List<JobSpecification> jobs = JobSpecification.ofPrograms(line, environment);
        JobSpecification job = jobs.getFirst();
        RegisteredNames.check(job.names());
        jobs.stream().flatMap(each -> each.classPath().warnings().stream()).distinct()
            .forEach(warning -> System.err.println("mpjrun: " + warning));
        line.programs().stream().flatMap(each -> each.warnings().stream())
            .forEach(warning -> System.err.println("mpjrun: " + warning));
        if (RuntimeProperties.REHEARSAL.isSet()) {
            ApiDetection.rehearse(library);
        }
        CacheFolder cache = CacheFolder.of(environment);
        cache.distrust().ifPresent(reason -> System.err.println("mpjrun: the cache is not used: " + reason));
        CacheUse use = CacheUse.begin(cache);
        ProgramSearch search = new ProgramSearch(new ApiDetection(library), new SourceCompiler(library, jdk, cache));
        List<Program> programs = search.findAll(jobs);
        if (line.has(Option.LAUNCHER)) {
            use.only(used(programs, Training.off()));
            return new ForeignJob(line, jobs, library, jdk).run(programs);
        }
        Launch launch = Launch.prepare(jobs, programs, library, jdk, environment, use);
        use.only(used(programs, launch.training()));
        CoreBinding binding = CoreBinding.to(job.coresOfRank(), launch.placement().hosts().stream()
            .filter(host -> Host.isLocal(host.name())).mapToInt(host -> host.ranks().size()).sum());
        if (job.verbose()) {
            show(launch, binding);
        }
        Debugging.advise(launch.applications().getFirst().program(), launch.size(), launch.placement());
        if (job.output() != null) {
            RankFiles.prepare(job.output(), launch.size());
        }
        List<Program> all = new ArrayList<>(programs);
        Spawning spawning = new Spawning(job, programs.getFirst(), launch, search, more -> {
            all.addAll(more);
            use.only(used(all, launch.training()));
        }, environment);
        JobTree tree = new JobTree(launch, binding, spawning, events -> {
            Terminal terminal = new Terminal(job.tagOutput() && job.output() == null && launch.size() > 1, events);
            return job.output() == null ? terminal
                : RankFiles.of(job.output(), 0, launch.size(), terminal, events);
        });
        tree.endWithProcess();
        Announcement announcement = Announcement.begin(line.last(Option.ANNOUNCE), launch, tree::json);
        int exitCode = tree.run();
        announcement.end(exitCode);
        return exitCode;
    }

    /** The files that ranks load or write, which must stay until the ranks end. */
    private static List<Path> used(List<Program> programs, Training training) {
        List<Path> used = new ArrayList<>(training.files());
        used.add(Path.of(RuntimeProperties.ARCHIVE.value()));
        programs.forEach(program -> program.classPath().forEach(entry -> used.add(Path.of(entry))));
        return used;
    }

    private static void show(Launch launch, CoreBinding binding) {
        System.err.println("mpjrun: in " + launch.job().workingFolder() + ": " + launch.commands());
        for (HostPlan host : launch.placement().hosts()) {
            if (!Host.isLocal(host.name())) {
                System.err.println("mpjrun: ranks " + host.ranks() + " on host " + host.name());
                continue;
            }
            for (int i = 0; i < host.ranks().size(); i++) {
                String cores = binding.coresOf(i);
                System.err.println("mpjrun: rank " + host.ranks().get(i)
                    + (cores.isEmpty() ? " not bound" : " bound to core " + cores));
            }
        }
    }
}
