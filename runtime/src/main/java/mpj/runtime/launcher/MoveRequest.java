package mpj.runtime.launcher;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mpj.runtime.host.UsageException;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;

/** {@code mpjrun --move}: asks the launcher of a running job to move ranks, and waits until it has done so. */
final class MoveRequest {
    private static final Pattern MOVE = Pattern.compile("([0-9]{1,9})=([^\\s,]+)");

    private MoveRequest() {
    }

    /**
     * Moves one rank after the other.
     *
     * @return the exit code
     */
    static int run(CommandLine line) throws IOException {
        List<Message.Move> moves = line.all(Option.MOVE).stream().map(MoveRequest::of).toList();
        JobEnvironment job = job(line.program().isEmpty() ? null : line.program().getFirst());
        for (Message.Move move : moves) {
            if (!move(job, move)) {
                return 1;
            }
        }
        return 0;
    }

    /** @throws UsageException when the words are malformed */
    static Message.Move of(String words) {
        Matcher move = MOVE.matcher(words);
        if (!move.matches() || move.group(2).length() > Message.MAX_NAME) {
            throw new UsageException("--move " + words + ": expected RANK=HOST, as in --move 2=b");
        }
        return new Message.Move(Integer.parseInt(move.group(1)), move.group(2));
    }

    private static JobEnvironment job(String number) throws IOException {
        List<RunningJobs.Found> jobs = RunningJobs.find(number);
        if (jobs.isEmpty()) {
            throw new UsageException(number == null ? "no job of yours is running on this host"
                : "no job " + number + " of yours is running on this host; mpjrun --status lists them");
        }
        List<Long> launchers = jobs.stream().map(RunningJobs.Found::launcher).distinct().toList();
        if (launchers.size() > 1) {
            throw new UsageException("several jobs are running; name one of " + launchers);
        }
        return jobs.getFirst().job(); // all jobs of a launcher that replaces ranks belong to one first job
    }

    /** Returns whether the rank has moved. */
    private static boolean move(JobEnvironment job, Message.Move move) {
        try (LauncherConnection connection = LauncherConnection.open(job)) {
            connection.send(move);
            while (true) {
                switch (connection.receive()) {
                    case Message.Report report -> System.out.print(report.text());
                    case Message.Refused refused -> {
                        System.err.println("mpjrun: " + refused.reason());
                        return false;
                    }
                    default -> {
                        return true;
                    }
                }
                System.out.flush();
            }
        } catch (IOException e) {
            System.err.println("mpjrun: " + move + ": the job has ended before the rank was moved");
            return false;
        }
    }
}
