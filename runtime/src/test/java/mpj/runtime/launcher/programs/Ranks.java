package mpj.runtime.launcher.programs;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Scanner;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import mpj.runtime.bootstrap.Bootstrap;
import mpj.runtime.rank.Lifeline;
import mpj.runtime.wire.JobEnvironment;

/** The programs. Each is the main class of a job. */
public final class Ranks {
    private static final long POLL_NANOS = 10_000_000L;

    private Ranks() {
    }

    private static int rank() {
        return Integer.parseInt(System.getenv("MPJ_RANK"));
    }

    private static void waitForEver() throws InterruptedException {
        new CountDownLatch(1).await();
    }

    /** Prints its arguments, one on each line. */
    public static final class PrintArguments {
        /** Runs as a rank. */
        public static void main(String[] args) {
            for (String argument : args) {
                System.out.println(argument);
            }
        }
    }

    /** The rank that the first argument names exits with the code that the second one names. The others wait. */
    public static final class ExitWith {
        /** Runs as a rank. */
        public static void main(String[] args) throws InterruptedException {
            if (rank() == Integer.parseInt(args[0])) {
                System.exit(Integer.parseInt(args[1]));
            }
            waitForEver();
        }
    }

    /**
     * Rank 1 starts a process whose parent ends at once, prints the id of that process, and exits with code 3. The
     * others wait.
     */
    public static final class LeaveProcess {
        /** Runs as a rank. */
        public static void main(String[] args) throws IOException, InterruptedException {
            if (rank() == 1) {
                // The process keeps no pipe of the rank, because it has outputs of its own.
                new ProcessBuilder("sh", "-c", "sleep 1000 > /dev/null 2>&1 & echo pid $!").inheritIO().start()
                    .waitFor();
                System.exit(3);
            }
            waitForEver();
        }
    }

    /** Every rank exits with code 0 before its main returns. */
    public static final class ExitZero {
        /** Runs as a rank. */
        public static void main(String[] args) {
            System.exit(0);
        }
    }

    /** An exception leaves main, while another thread would go on for ever. */
    public static final class Throw {
        /** Runs as a rank. */
        public static void main(String[] args) {
            Thread.ofPlatform().daemon(false).start(() -> {
                try {
                    waitForEver();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            throw new IllegalStateException("thrown by rank " + rank());
        }
    }

    /** An exception that cannot be printed leaves main, while another thread would go on for ever. */
    public static final class ThrowUnprintable {
        /** Runs as a rank. */
        public static void main(String[] args) {
            Thread.ofPlatform().daemon(false).start(() -> {
                try {
                    waitForEver();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            throw new Unprintable();
        }
    }

    private static final class Unprintable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String toString() {
            throw new IllegalStateException("this cannot be printed");
        }
    }

    /** Exits with code 3 after the thread of a lifeline has ended by an exception that no code expects. */
    public static final class ExitWithoutLifeline {
        /** Runs as a rank. */
        public static void main(String[] args) {
            Lifeline.start(new JobEnvironment(null, 1, 0, 1, 1, "", new byte[JobEnvironment.SECRET_BYTES]));
            System.exit(3);
        }
    }

    /**
     * The rank that the first argument names throws from a depth of many frames. When its standard input ends, rank 0
     * prints as many lines on standard error as the second argument says. The rank that has thrown ends when the file
     * exists that the third argument names, or at once if that argument is empty.
     */
    public static final class ThrowDeep {
        /** Runs as a rank. */
        public static void main(String[] args) throws InterruptedException, IOException {
            if (rank() == Integer.parseInt(args[0])) {
                if (!args[2].isEmpty()) {
                    Runtime.getRuntime().addShutdownHook(new Thread(() -> awaitFile(Path.of(args[2]))));
                }
                throwAt(40);
            }
            System.in.transferTo(OutputStream.nullOutputStream());
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                System.err.println("line " + i + " of the other rank");
            }
            waitForEver();
        }

        private static void awaitFile(Path file) {
            while (!Files.exists(file)) {
                LockSupport.parkNanos(POLL_NANOS);
            }
        }

        private static void throwAt(int depth) {
            if (depth == 0) {
                throw new IllegalStateException("out of rank " + rank());
            }
            throwAt(depth - 1);
        }
    }

    /** Main returns, and another thread prints after that. */
    public static final class OutliveMain {
        /** Runs as a rank. */
        public static void main(String[] args) {
            Thread main = Thread.currentThread();
            Thread.ofPlatform().daemon(false).start(() -> {
                try {
                    main.join();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                System.out.println("after main");
            });
        }
    }

    /**
     * The rank that the first argument names kills itself with the signal that the second one names. The others wait.
     */
    public static final class KillSelf {
        /** Runs as a rank. */
        public static void main(String[] args) throws Exception {
            if (rank() == Integer.parseInt(args[0])) {
                new ProcessBuilder("kill", "-" + args[1], Long.toString(ProcessHandle.current().pid()))
                    .inheritIO().start();
            }
            waitForEver();
        }
    }

    /**
     * The rank that the first argument names aborts with the code that the second one names, while the others are in a
     * fence.
     */
    public static final class AbortWith {
        /** Runs as a rank. */
        public static void main(String[] args) {
            try (Bootstrap bootstrap = Bootstrap.connect()) {
                if (bootstrap.rank() == Integer.parseInt(args[0])) {
                    bootstrap.abort(Integer.parseInt(args[1]), "because of a test");
                }
                bootstrap.fence();
            }
        }
    }

    /**
     * Prints many lines as fast as it can. The lines differ in length, and each has one letter. They are printed in
     * pieces that split lines.
     */
    public static final class Flood {
        /** Number of lines per rank. */
        public static final int LINES = 20_000;

        /** The line of a rank with a number. */
        public static String line(int rank, int number) {
            return rank + ":" + number + ":" + String.valueOf((char) ('a' + rank)).repeat(number % 97);
        }

        /** Runs as a rank. */
        public static void main(String[] args) {
            StringBuilder pending = new StringBuilder();
            int cut = 1;
            for (int number = 0; number < LINES; number++) {
                pending.append(line(rank(), number)).append('\n');
                while (pending.length() > cut) {
                    byte[] piece = pending.substring(0, cut).getBytes(StandardCharsets.US_ASCII);
                    System.out.write(piece, 0, piece.length);
                    System.out.flush();
                    pending.delete(0, cut);
                    cut = cut % 4_001 + 53;
                }
            }
            System.out.print(pending);
        }
    }

    /** Writes bytes that are no text to both outputs. The last line has no end. */
    public static final class Bytes {
        /** Runs as a rank. */
        public static void main(String[] args) {
            byte[] all = new byte[256];
            for (int i = 0; i < all.length; i++) {
                all[i] = (byte) i;
            }
            System.out.write(all, 0, all.length);
            System.out.flush();
            System.err.print("err without end");
        }
    }

    /** Prints one line that is longer than any buffer. */
    public static final class LongLine {
        /** Bytes of the line. */
        public static final int LENGTH = 5_000_000;

        /** Runs as a rank. */
        public static void main(String[] args) {
            byte[] line = new byte[LENGTH];
            Arrays.fill(line, (byte) 'x');
            System.out.write(line, 0, line.length);
            System.out.println();
        }
    }

    /** Prints the number of bytes of standard input and their sum. */
    public static final class CountInput {
        /** Runs as a rank. */
        public static void main(String[] args) throws IOException {
            long count = 0;
            long sum = 0;
            InputStream in = System.in;
            byte[] buffer = new byte[8_192];
            for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
                count += got;
                for (int i = 0; i < got; i++) {
                    sum += buffer[i] & 0xFF;
                }
            }
            System.out.println(rank() + " read " + count + " sum " + sum);
        }
    }

    /** Asks a question, and prints the answer. */
    public static final class Ask {
        /** A question without a newline. */
        public static final String QUESTION = "number? ";

        /** Runs as a rank. */
        public static void main(String[] args) {
            System.out.print(QUESTION);
            System.out.println(new Scanner(System.in, StandardCharsets.US_ASCII).nextLine());
        }
    }

    /** Rank 0 asks a question, and prints the answer after it. The other ranks do nothing. */
    public static final class OneAsks {
        /** Runs as a rank. */
        public static void main(String[] args) {
            if (rank() == 0) {
                Ask.main(args);
            }
        }
    }

    /** Rank 1 stops itself, as SIGSTOP does. Then rank 0 ends, by the signal if the arguments name one. */
    public static final class StopSelf {
        /** Runs as a rank. */
        public static void main(String[] args) throws Exception {
            long pid;
            try (Bootstrap bootstrap = Bootstrap.connect()) {
                bootstrap.put("pid", Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII));
                bootstrap.fence();
                pid = Long.parseLong(new String(bootstrap.get(1, "pid"), StandardCharsets.US_ASCII));
            }
            if (rank() == 1) {
                new ProcessBuilder("kill", "-STOP", Long.toString(pid)).start();
                waitForEver();
            }
            while (!Files.readString(Path.of("/proc/" + pid + "/status")).contains("State:\tT")) {
                Thread.yield();
            }
            if (args.length > 0) {
                new ProcessBuilder("kill", "-" + args[0], Long.toString(ProcessHandle.current().pid())).start();
                waitForEver();
            }
        }
    }

    /** Prints its process id and waits. If an argument says so, it also ignores SIGTERM. */
    public static final class Wait {
        /** Runs as a rank. */
        public static void main(String[] args) throws InterruptedException {
            if (args.length > 0 && args[0].equals("stubborn")) {
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                    try {
                        waitForEver();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }));
            }
            System.out.println("pid " + ProcessHandle.current().pid());
            waitForEver();
        }
    }

    /** Publishes its rank's square and prints the sum over all ranks. */
    public static final class Exchange {
        /** Runs as a rank. */
        public static void main(String[] args) {
            try (Bootstrap bootstrap = Bootstrap.connect()) {
                bootstrap.put("square", new byte[] {(byte) (bootstrap.rank() * bootstrap.rank())});
                bootstrap.fence();
                int sum = 0;
                for (int rank = 0; rank < bootstrap.size(); rank++) {
                    sum += bootstrap.get(rank, "square")[0];
                }
                System.out.println("sum " + sum);
            }
        }
    }

    /**
     * Ranks 0 and 1 say that they cannot reach each other, one after the other. All ranks are alive. The ranks that
     * hear of the loss of rank 0 end well.
     */
    public static final class Unreachable {
        /** Runs as a rank. */
        public static void main(String[] args) throws InterruptedException {
            CountDownLatch lost = new CountDownLatch(1);
            try (Bootstrap bootstrap = Bootstrap.connect()) {
                bootstrap.put("begun", new byte[0]);
                bootstrap.listen((rank, _, left) -> {
                    System.out.println("rank " + rank + (left ? " has left" : " is lost"));
                    lost.countDown();
                }, null);
                bootstrap.tolerateLosses();
                bootstrap.fence();
                if (bootstrap.rank() == 1) {
                    bootstrap.unreachable(0, "host nowhere: reset");
                }
                bootstrap.fence();
                if (bootstrap.rank() == 0) {
                    bootstrap.unreachable(1, "host nowhere: reset"); // rank 0 has been named before
                    waitForEver();
                }
                lost.await();
            }
        }
    }

    /** Prints the settings of its process that a user can change. */
    public static final class PrintSurroundings {
        /** Runs as a rank. */
        public static void main(String[] args) throws IOException {
            System.out.println("color=" + System.getProperty("color"));
            System.out.println("FRUIT=" + System.getenv("FRUIT"));
            System.out.println("transport=" + System.getProperty("mpj.transport"));
            System.out.println("heap=" + Runtime.getRuntime().maxMemory());
            System.out.println("folder=" + Path.of("").toAbsolutePath());
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith("Cpus_allowed_list:")) {
                    System.out.println("cores=" + rank() + ":" + line.substring(line.indexOf(':') + 1).strip());
                }
            }
        }
    }

    /** Has no main method. */
    public static final class NoMain {
    }

    /** The main method that Java 25 allows: not static, without arguments. */
    public static final class InstanceMain {
        void main() {
            System.out.println("instance main");
        }
    }
}
