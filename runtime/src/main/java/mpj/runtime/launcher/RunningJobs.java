package mpj.runtime.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import mpj.bindings.Linux;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;
import mpj.runtime.wire.Question;

/**
 * This user's jobs on this host. Nothing is written down about a running job, so nothing can be left behind by one that
 * was killed: an mpjrun is found by its children, ranks or ssh, whose environment says where to ask and with which
 * secret. The system shows it to the same user only.
 */
final class RunningJobs {
    private static final String PROCESSES = "/proc";
    private static final int NO_SIZE = 1;
    private static final int ANSWER_MILLIS = 15_000;

    private RunningJobs() {
    }

    /**
     * Prints the jobs, or the one whose number is given.
     *
     * @param stacks whether to print what their ranks are doing
     * @return the exit code
     */
    static int show(boolean stacks, String number) throws IOException {
        Map<Long, JobEnvironment> jobs = find(number);
        if (jobs.isEmpty()) {
            System.err.println("mpjrun: " + (number == null ? "no job of yours is running on this host"
                : "no job " + number + " of yours is running on this host; mpjrun --status lists them"));
            return number == null ? 0 : 1;
        }
        for (Map.Entry<Long, JobEnvironment> job : jobs.entrySet()) {
            try (LauncherConnection connection = LauncherConnection.open(job.getValue())) {
                connection.timeout(ANSWER_MILLIS);
                connection.send(new Message.Inspect(stacks ? Question.STACKS : Question.STATE));
                while (connection.receive() instanceof Message.Report report) {
                    System.out.print(report.text());
                }
            } catch (IOException e) {
                System.err.println("mpjrun: job " + job.getKey() + " has ended or does not answer: " + e.getMessage());
            }
        }
        return 0;
    }

    /** All jobs, or the one whose number is given, by their numbers. */
    static Map<Long, JobEnvironment> find(String number) throws IOException {
        Map<Long, JobEnvironment> jobs = find();
        if (number != null) {
            jobs.keySet().removeIf(job -> !Long.toString(job).equals(number));
        }
        return jobs;
    }

    private static Map<Long, JobEnvironment> find() throws IOException {
        Map<Long, JobEnvironment> jobs = new TreeMap<>();
        try (var folders = Files.newDirectoryStream(processes(), "[0-9]*")) {
            for (Path folder : folders) {
                long pid = Long.parseLong(folder.getFileName().toString());
                address(folder).ifPresent(job -> ProcessHandle.of(pid).flatMap(ProcessHandle::parent)
                    .filter(RunningJobs::isLauncher).ifPresent(launcher -> jobs.put(launcher.pid(), job)));
            }
        }
        return jobs;
    }

    private static Path processes() {
        try {
            return Linux.file(PROCESSES);
        } catch (NoSuchFileException e) {
            throw new UsageException("--status and --stack find jobs under /proc: " + e.getReason()
                + "; where it hangs, jstack PID shows of a rank");
        }
    }

    private static boolean isLauncher(ProcessHandle process) {
        return read(Path.of(PROCESSES, Long.toString(process.pid()), "cmdline"))
            .contains(Mpjrun.class.getName());
    }

    /** Where to ask about the job to which a process belongs. */
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
            // Somebody set these variables otherwise: no process of a job.
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
            // Ended, or another user's.
            return "";
        }
    }
}
