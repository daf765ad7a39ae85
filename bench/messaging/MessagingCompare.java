import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares Tycho with NATS, ActiveMQ Artemis and a bare TLS stream by turns. Each system has two processes, which live
 * as long as the comparison; one of them works at a time.
 */
final class MessagingCompare {
    private static final String ROUND_TRIP = "round trip of 100 bytes, us";
    private static final int[] PAIRS = {1, 2, 5, 10, 20, 50};

    private final Map<String, Pair> systems = new LinkedHashMap<>();
    private final int turns;

    private MessagingCompare(int turns) {
        this.turns = turns;
    }

    /**
     * The arguments are the folder of the keys, the number of turns, what to measure ("latency", "throughput" or
     * "scaling"), and words SYSTEM=HOST:PORT.
     */
    public static void main(String[] arguments) throws Exception {
        MessagingCompare compare = new MessagingCompare(Integer.parseInt(arguments[1]));
        try {
            for (String each : Arrays.asList(arguments).subList(3, arguments.length)) {
                String[] words = each.split("=");
                compare.systems.put(words[0], new Pair(words[0], words[1], arguments[0]));
            }
            switch (arguments[2]) {
                case "latency" -> compare.measure(ROUND_TRIP, "ping 100 4000", "ping 100 10000");
                case "throughput" -> {
                    compare.measure("1 KiB messages, MB/s", "flow 1024 200000 1", "flow 1024 200000 1");
                    compare.measure("64 KiB messages, MB/s", "flow 65536 8000 1", "flow 65536 12000 1");
                }
                case "scaling" -> {
                    for (int pairs : PAIRS) {
                        compare.open(pairs);
                        int count = 100_000 / pairs;
                        compare.measure(pairs + " producers and consumers, 1 KiB messages, MB/s",
                            "flow 1024 " + count / 4 + " " + pairs, "flow 1024 " + count + " " + pairs);
                    }
                }
                default -> throw new IllegalArgumentException("there is nothing to measure with the name "
                    + arguments[2]);
            }
        } finally {
            compare.systems.values().forEach(Pair::close);
        }
    }

    private void open(int pairs) throws IOException {
        for (Pair each : systems.values()) {
            each.open(pairs);
        }
    }

    /** Prints the median of the turns for each system, and all turns. */
    private void measure(String what, String warm, String command) throws IOException {
        open(1);
        Map<String, List<Double>> results = new LinkedHashMap<>();
        for (int turn = -1; turn < turns; turn++) {
            for (Map.Entry<String, Pair> each : systems.entrySet()) {
                double result = Double.parseDouble(each.getValue().ask(turn < 0 ? warm : command));
                if (turn >= 0) {
                    results.computeIfAbsent(each.getKey(), key -> new ArrayList<>()).add(result);
                }
            }
        }
        System.out.println(what);
        results.forEach((system, each) -> System.out.printf("  %-15s %8.1f   %s%n", system,
            each.stream().sorted().toList().get(turns / 2), each.stream().map(value -> String.format("%.1f", value))
            .toList()));
    }

    /** The two processes of one system. */
    private static final class Pair {
        private final Process a;
        private final Process b;

        Pair(String system, String server, String keys) throws IOException {
            b = start("b", system, server, keys);
            a = start("a", system, server, keys);
        }

        private static Process start(String... arguments) throws IOException {
            List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + File.separator
                + "bin/java", "-Xmx2g", "-XX:+UseParallelGC",
                "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow", "-cp",
                System.getProperty("java.class.path"), "Player"));
            command.addAll(List.of(arguments));
            return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        }

        /** Both open their ends, and the first message on each end tells that the way is there. */
        void open(int pairs) throws IOException {
            say(b, "open " + pairs);
            say(a, "open " + pairs);
            hear(b);
            hear(a);
            ask("flow 8 1 " + pairs);
        }

        String ask(String command) throws IOException {
            say(a, command);
            return hear(a);
        }

        private static void say(Process process, String line) {
            PrintStream out = new PrintStream(process.getOutputStream());
            out.println(line);
            out.flush();
        }

        private static String hear(Process process) throws IOException {
            String line = new BufferedReader(new InputStreamReader(process.getInputStream()), 1).readLine();
            if (line == null) {
                throw new IOException("a process has ended: its error is above");
            }
            return line;
        }

        void close() {
            a.destroy();
            b.destroy();
        }
    }
}
