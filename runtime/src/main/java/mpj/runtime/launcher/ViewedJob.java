package mpj.runtime.launcher;

import java.io.Console;
import java.io.IOException;
import java.net.BindException;
import java.util.List;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.UsageException;
import mpj.runtime.view.JobPage;
import mpj.runtime.view.JobViewer;
import mpj.runtime.view.Top;
import mpj.runtime.wire.JobEnvironment;

/** {@code mpjrun --top} and {@code --watch}: shows a running job until it ends. */
final class ViewedJob {
    private static final int MOST_PORT = 65_535;
    private static final String SERVER = "jdk.httpserver";

    private ViewedJob() {
    }

    /** @return the exit code */
    static int show(CommandLine line) throws IOException, InterruptedException {
        Integer port = line.has(Option.WATCH) ? port(line.last(Option.WATCH)) : null;
        if (port != null && !Jdk.has(SERVER)) {
            throw new UsageException("--watch " + port + ": the Java in " + Jdk.running().home() + " has no module "
                + SERVER + ", which serves the page; use one that has it, or --top");
        }
        JobEnvironment job = job(line.program().isEmpty() ? null : line.program().getFirst());
        try (JobViewer viewer = JobViewer.open(job)) {
            Console terminal = System.console();
            return port != null ? JobPage.serve(viewer, port)
                : Top.show(viewer, System.out, terminal != null && terminal.isTerminal());
        } catch (BindException e) {
            throw new UsageException("--watch " + port + ": the port cannot be used: " + e.getMessage()
                + "; 0 takes any free port");
        }
    }

    private static JobEnvironment job(String number) throws IOException {
        List<RunningJobs.Found> jobs = RunningJobs.find(number);
        if (jobs.size() == 1) {
            return jobs.getFirst().job();
        }
        if (jobs.isEmpty()) {
            throw new UsageException(number == null ? "no job of yours is running on this host"
                : "no job " + number + " of yours is running on this host; mpjrun --status lists them");
        }
        List<Long> numbers = jobs.stream().map(RunningJobs.Found::launcher).distinct().toList();
        throw new UsageException(numbers.size() > 1 ? "several jobs are running; name one of " + numbers
            : "process " + numbers.getFirst() + " runs several jobs; mpjrun --status shows them");
    }

    private static int port(String given) {
        try {
            int port = Integer.parseInt(given);
            if (port >= 0 && port <= MOST_PORT) {
                return port;
            }
        } catch (NumberFormatException e) {
            throw new UsageException("--watch " + given + ": expected a port, 0 to " + MOST_PORT);
        }
        throw new UsageException("--watch " + given + ": a port is 0 to " + MOST_PORT);
    }
}
