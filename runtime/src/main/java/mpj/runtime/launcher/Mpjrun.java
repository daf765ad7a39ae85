package mpj.runtime.launcher;

import java.io.IOException;
import java.util.Map;

/** The command mpjrun. */
public final class Mpjrun {
    private static final int WRONG_USE = 2;

    private Mpjrun() {
    }

    /** Runs the job that the arguments describe, and exits with its exit code. */
    public static void main(String[] args) throws InterruptedException {
        int exitCode;
        try {
            exitCode = run(CommandLine.parse(args), System.getenv());
        } catch (UsageException e) {
            System.err.println("mpjrun: " + e.getMessage());
            exitCode = WRONG_USE;
        } catch (IOException e) {
            System.err.println("mpjrun: the job cannot be started: " + e.getMessage());
            exitCode = 1;
        }
        System.exit(exitCode);
    }

    private static int run(CommandLine line, Map<String, String> environment)
        throws IOException, InterruptedException {
        if (line.has(Option.HELP)) {
            System.out.print(CommandLine.help());
            return 0;
        }
        if (line.has(Option.VERSION)) {
            System.out.println("mpjrun " + Library.version() + " on Java " + Runtime.version());
            return 0;
        }
        Library library = Library.running();
        if (line.has(Option.PRINT_CLASS_PATH)) {
            System.out.println(library.classPath());
            return 0;
        }
        Jdk jdk = Jdk.running();
        if (line.has(Option.FABRICS)) {
            return Fabrics.list(jdk, library);
        }
        JobSpecification job = JobSpecification.of(line, environment);
        Program program = Program.named(job.program(), job.classPath(),
            new SourceCompiler(library, jdk, CacheFolder.of(environment)));
        ClassDataArchive archive = ClassDataArchive.prepare(jdk, library);
        RankCommand command = RankCommand.of(job, program, library, jdk, archive, environment);
        CoreBinding binding = job.bindToCore() ? CoreBinding.toCores() : CoreBinding.NONE;
        if (job.verbose()) {
            show(job, command, binding);
        }
        Outcome outcome = new Job(job).run(command, binding);
        if (outcome.line() != null) {
            System.err.println("mpjrun: " + outcome.line());
        }
        return outcome.exitCode();
    }

    private static void show(JobSpecification job, RankCommand command, CoreBinding binding) {
        System.err.println("mpjrun: in " + job.workingFolder() + ": " + command);
        for (int rank = 0; rank < job.size(); rank++) {
            int core = binding.core(rank);
            System.err.println("mpjrun: rank " + rank + (core < 0 ? " not bound" : " bound to core " + core));
        }
    }
}
