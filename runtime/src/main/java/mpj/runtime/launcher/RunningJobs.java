package mpj.runtime.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mpj.bindings.Linux;
import mpj.runtime.agent.Agent;
import mpj.runtime.bootstrap.RuntimeProperties;
import mpj.runtime.host.UsageException;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;
import mpj.runtime.wire.Question;

/**
 * This user's jobs on this host. No file records a running job, so a killed job leaves no record behind. A launcher,
 * which is mpjrun or a program that has started a job, is found by its children: ranks or ssh. The environment of a
 * child contains the address for questions, and the secret. The system shows an environment only to the same user.
 */
final class RunningJobs {
    /** A job and the process that has launched it. One process may have launched several jobs. */
    record Found(long launcher, JobEnvironment job) {
    }

    private static final String PROCESSES = "/proc";
    /** Every JVM has mapped this file. */
    private static final String JVM = "/libjvm.so";
    private static final int NO_SIZE = 1;
    private static final int ANSWER_MILLIS = 15_000;

    private RunningJobs() {
    }

    /**
     * Prints all jobs, or the job with the given number.
     *
     * @param stacks whether to print what the ranks are doing
     * @return the exit code
     */
    static int show(boolean stacks, String number) throws IOException {
        List<Found> jobs = find(number);
        if (jobs.isEmpty()) {
            System.err.println("mpjrun: " + (number == null ? "no job of yours is running on this host"
                : "no job " + number + " of yours is running on this host; mpjrun --status lists them"));
            return number == null ? 0 : 1;
        }
        for (Found found : jobs) {
            try (LauncherConnection connection = LauncherConnection.open(found.job())) {
                connection.timeout(ANSWER_MILLIS);
                connection.send(new Message.Inspect(stacks ? Question.STACKS : Question.STATE));
                while (connection.receive() instanceof Message.Report report) {
                    System.out.print(report.text());
                }
            } catch (IOException e) {
                System.err.println("mpjrun: job " + found.launcher() + " has ended or does not answer: "
                    + e.getMessage());
            }
        }
        return 0;
    }

    /** Finds all jobs, or those of the launcher with the given number, in the order of the numbers. */
    static List<Found> find(String number) throws IOException {
        return find().stream().filter(each -> number == null || Long.toString(each.launcher()).equals(number))
            .sorted(Comparator.comparingLong(Found::launcher)).toList();
    }

    private static Collection<Found> find() throws IOException {
        Map<String, Found> jobs = new HashMap<>();
        try (var folders = Files.newDirectoryStream(processes(), "[0-9]*")) {
            for (Path folder : folders) {
                long pid = Long.parseLong(folder.getFileName().toString());
                address(folder).ifPresent(job -> ProcessHandle.of(pid).flatMap(ProcessHandle::parent)
                    .filter(parent -> isLauncher(folder(parent), job))
                    .ifPresent(parent -> jobs.put(secret(job), new Found(parent.pid(), job))));
            }
        }
        return jobs.values();
    }

    private static Path processes() {
        try {
            return Linux.file(PROCESSES);
        } catch (NoSuchFileException e) {
            throw new UsageException("--status, --stack and --move find jobs under /proc: " + e.getReason()
                + "; jstack PID shows where a rank hangs");
        }
    }

    private static Path folder(ProcessHandle process) {
        return Path.of(PROCESSES, Long.toString(process.pid()));
    }

    /**
     * Whether a process has launched the job of one of its children. If not, it may be a rank that has started a
     * process, or an agent, which only knows the ranks of its host, or a process that has adopted the child. The
     * launcher of a rehearsal does not count, because the user has not started that job.
     */
    private static boolean isLauncher(Path process, JobEnvironment job) {
        String command = read(process.resolve("cmdline"));
        return read(process.resolve("maps")).contains(JVM)
            && !command.contains(Agent.class.getName())
            && !command.contains("-D" + RuntimeProperties.REHEARSAL.definition(""))
            && address(process).filter(own -> secret(own).equals(secret(job))).isEmpty();
    }

    private static String secret(JobEnvironment job) {
        return HexFormat.of().formatHex(job.secret());
    }

    /** The address for questions about the job of a process. */
    private static Optional<JobEnvironment> address(Path process) {
        Map<String, String> environment = new HashMap<>();
        for (String definition : read(process.resolve("environ")).split("\0")) {
            int equals = definition.indexOf('=');
            if (definition.startsWith("MPJ_") && equals > 0) {
                environment.put(definition.substring(0, equals), definition.substring(equals + 1));
            }
        }
        try {
            String view = environment.get(JobHosts.VIEW);
            if (view != null) {
                int space = view.indexOf(' ');
                return Optional.of(viewer(Integer.parseInt(view.substring(0, space)),
                    HexFormat.of().parseHex(view.substring(space + 1))));
            }
            if (JobEnvironment.isPresent(environment)) {
                JobEnvironment rank = JobEnvironment.read(environment);
                return Optional.of(viewer(rank.port(), rank.secret()));
            }
        } catch (IllegalArgumentException | StringIndexOutOfBoundsException e) {
            // Somebody has set these variables to other values: the process belongs to no job.
            return Optional.empty();
        }
        return Optional.empty();
    }

    private static JobEnvironment viewer(int port, byte[] secret) {
        return new JobEnvironment("127.0.0.1", port, Message.Hello.VIEWER, NO_SIZE, NO_SIZE, "", secret);
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            // The process has ended, or belongs to another user.
            return "";
        }
    }
}
