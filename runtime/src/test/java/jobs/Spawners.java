package jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import mpj.runtime.bootstrap.Bootstrap;
import mpj.runtime.bootstrap.BootstrapException;
import mpj.runtime.bootstrap.LossListener;
import mpj.runtime.bootstrap.Registry;
import mpj.runtime.bootstrap.RegistryException;
import mpj.runtime.bootstrap.Replacement;
import mpj.runtime.bootstrap.SpawnRequest;
import mpj.runtime.bootstrap.SpawnWait;
import mpj.runtime.waits.WaitSource;
import mpj.transport.spi.Job;

/** Programs that spawn others, and those that are spawned; each is the main class of a job. */
public final class Spawners {
    private static final SpawnWait NOBODY_WAITS = new SpawnWait() {
        @Override
        public boolean isOn() {
            return false;
        }

        @Override
        public void ended(String how) {
            throw new AssertionError(how);
        }
    };

    private static final String PORT = "a port";
    private static final long LIMIT_SECONDS = 100;

    private Spawners() {
    }

    private static SpawnRequest.Command command(Class<?> program, int count, Map<String, String> info,
                                                String... arguments) {
        return new SpawnRequest.Command(program.getName(), List.of(arguments), count, info);
    }

    private static String lookUp(Registry names, String name) throws InterruptedException {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (true) {
            try {
                return names.lookUp(name);
            } catch (RegistryException e) {
                if (e.kind() != RegistryException.Kind.UNKNOWN || System.nanoTime() > limit) {
                    throw e;
                }
                new CountDownLatch(1).await(10, TimeUnit.MILLISECONDS);
            }
        }
    }

    /** Waits until a name is withdrawn or ends with its job. */
    private static void awaitUnknown(Registry names, String name) throws InterruptedException {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (true) {
            try {
                names.lookUp(name);
            } catch (RegistryException e) {
                return;
            }
            if (System.nanoTime() > limit) {
                throw new IllegalStateException("name " + name + " is still there after " + LIMIT_SECONDS + " s");
            }
            new CountDownLatch(1).await(10, TimeUnit.MILLISECONDS);
        }
    }

    /** Rank 0 spawns a program, which is given by its name, number of ranks, info (key=value) and arguments. */
    public static final class Parent {
        /** Runs as a rank. */
        public static void main(String[] args) {
            try (Bootstrap bootstrap = Bootstrap.connect()) {
                bootstrap.fence();
                if (bootstrap.rank() == 0) {
                    List<String> words = Arrays.asList(args);
                    tryToSpawn(bootstrap, words.get(0), words.get(1), words.get(2), words.subList(3, words.size()));
                }
                bootstrap.fence();
            }
        }
    }

    /** Rank 0 tries to spawn programs, one after the other. Three arguments say what {@link Parent} is told. */
    public static final class Trying {
        /** Runs as a rank. */
        public static void main(String[] args) {
            try (Bootstrap bootstrap = Bootstrap.connect()) {
                bootstrap.fence();
                for (int i = 0; i < args.length && bootstrap.rank() == 0; i += 3) {
                    tryToSpawn(bootstrap, args[i], args[i + 1], args[i + 2], List.of());
                }
                bootstrap.fence();
            }
        }
    }

    private static void tryToSpawn(Bootstrap bootstrap, String program, String count, String info,
                                   List<String> arguments) {
        try {
            Map<String, String> pairs = info.isEmpty() ? Map.of() : Map.of(info.split("=")[0], info.split("=")[1]);
            int[] counts = spawn(bootstrap, new SpawnRequest.Command(program, arguments, Integer.parseInt(count),
                pairs));
            System.out.println("spawned " + Arrays.toString(counts));
        } catch (BootstrapException e) {
            System.out.println("not spawned: " + e.getMessage());
        }
    }

    /** Prints those options of its JVM that contain its argument. */
    public static final class Options {
        /** Runs as a rank. */
        public static void main(String[] args) throws IOException {
            try (Bootstrap bootstrap = Bootstrap.connect()) {
                bootstrap.fence();
                for (String word : Files.readString(Path.of("/proc/self/cmdline")).split("\0")) {
                    if (word.startsWith("-") && word.contains(args[0])) {
                        System.out.println(word);
                    }
                }
            }
        }
    }

    /** Prints its rank, its parent's port and its arguments. */
    public static final class Child {
        /** Runs as a rank. */
        public static void main(String[] args) {
            try (Bootstrap bootstrap = Bootstrap.connect()) {
                bootstrap.fence();
                System.out.println("child " + bootstrap.rank() + " of " + bootstrap.size() + ", program "
                    + bootstrap.applicationNumber() + ", parent at " + bootstrap.parentPort().orElse("no port") + " "
                    + String.join(" ", args));
            }
        }
    }

    /** Spawns two programs at once. */
    public static final class ParentOfTwo {
        /** Runs as a rank. */
        public static void main(String[] args) {
            try (Bootstrap bootstrap = Bootstrap.connect()) {
                System.out.println("parent at " + bootstrap.parentPort().orElse("no port") + ", room for "
                    + (bootstrap.universeSize().getAsInt() > 0));
                System.out.println("spawned " + Arrays.toString(spawn(bootstrap,
                    command(Child.class, 1, Map.of(), "first"),
                    command(Child.class, 5, Map.of("soft", "1:4:2"), "second"))));
            }
        }
    }

    /** Exits with the code that the first argument names, before or after it has joined its job. */
    public static final class Failing {
        /** Runs as a rank. */
        public static void main(String[] args) throws InterruptedException {
            if (args[1].equals("early")) {
                System.exit(Integer.parseInt(args[0]));
            }
            Bootstrap bootstrap = Bootstrap.connect();
            bootstrap.fence();
            bootstrap.names().publish("secret", hex(bootstrap.secret()));
            lookUp(bootstrap.names(), "listening");
            System.exit(Integer.parseInt(args[0]));
        }
    }

    private static int[] spawn(Bootstrap bootstrap, SpawnRequest.Command... commands) {
        return bootstrap.spawn(new SpawnRequest(List.of(commands), PORT), NOBODY_WAITS);
    }

    private static String hex(byte[] secret) {
        return HexFormat.of().formatHex(secret);
    }

    /** Spawns a rank that fails, and prints what it is told about this loss. */
    public static final class ParentOfFailing {
        /** Runs as a rank. */
        public static void main(String[] args) throws InterruptedException {
            LinkedBlockingQueue<String> lost = new LinkedBlockingQueue<>();
            try (Bootstrap bootstrap = Bootstrap.connect()) {
                bootstrap.fence();
                System.out.println("hears of losses: " + bootstrap.listen(new LossListener() {
                    @Override
                    public void lost(int rank, String how, boolean left) {
                        lost.add("rank " + rank + " of this job");
                    }

                    @Override
                    public void lostElsewhere(long job, int rank, String how, boolean left) {
                        lost.add(job + " " + rank + " " + how.replaceFirst("host [^:]*: ", "") + " " + left);
                    }
                }, WaitSource.NONE));
                spawn(bootstrap, command(Failing.class, 1, Map.of(), "3", "late"));
                byte[] secret = HexFormat.of().parseHex(lookUp(bootstrap.names(), "secret"));
                String id = Long.toString(new Job(0, 1, 1, secret).id());
                bootstrap.names().publish("listening", "");
                System.out.println(String.valueOf(lost.poll(LIMIT_SECONDS, TimeUnit.SECONDS)).replace(id, "the child"));
            }
        }
    }

    /** Waits for its end; the argument {@code detached} lets it end by itself when its parent's name is withdrawn. */
    public static final class Waiting {
        /** Runs as a rank. */
        public static void main(String[] args) throws InterruptedException {
            Bootstrap bootstrap = Bootstrap.connect();
            bootstrap.fence();
            if (args[0].equals("detached")) {
                bootstrap.detach();
            }
            bootstrap.names().publish("child", "");
            System.out.println("waiting, process " + ProcessHandle.current().pid());
            if (args[0].equals("detached")) {
                awaitUnknown(bootstrap.names(), "parent");
                System.out.println("the parent has ended");
                bootstrap.close();
                return;
            }
            new CountDownLatch(1).await();
        }
    }

    /**
     * Spawns a job that waits. Exits with the code that the second argument names, or aborts with this code if there is
     * a third argument; does not exit without such arguments.
     */
    public static final class ParentOfWaiting {
        /** Runs as a rank. */
        public static void main(String[] args) throws InterruptedException {
            Bootstrap bootstrap = Bootstrap.connect();
            bootstrap.fence();
            bootstrap.names().publish("parent", "");
            spawn(bootstrap, command(Waiting.class, 1, Map.of(), args[0]));
            lookUp(bootstrap.names(), "child");
            if (args.length > 2) {
                bootstrap.abort(Integer.parseInt(args[1]), "");
            }
            if (args.length > 1) {
                System.exit(Integer.parseInt(args[1]));
            }
            new CountDownLatch(1).await();
        }
    }

    /** Publishes, looks up and withdraws; the job that it spawns does the same with the same names. */
    public static final class Naming {
        /** Runs as a rank. */
        public static void main(String[] args) throws InterruptedException {
            try (Bootstrap bootstrap = Bootstrap.connect()) {
                bootstrap.fence();
                Registry names = bootstrap.names();
                List<String> answers = new ArrayList<>();
                if (bootstrap.parentPort().isEmpty()) {
                    names.publish("a", "value of a");
                    names.publish("b", "");
                    names.withdraw("b");
                    spawn(bootstrap, command(Naming.class, 1, Map.of()));
                    lookUp(names, "done"); // the names of this job would end with it
                    names.withdraw("a"); // tells the spawned rank that "done" was seen; its names end with it
                    return;
                }
                answers.add(names.lookUp("a"));
                for (Runnable call : List.<Runnable>of(() -> names.publish("a", "other"), () -> names.withdraw("a"),
                    () -> names.lookUp("b"), () -> names.withdraw("b"))) {
                    try {
                        call.run();
                        answers.add("done");
                    } catch (RegistryException e) {
                        answers.add(e.kind().toString());
                    }
                }
                System.out.println(answers);
                names.publish("done", "");
                awaitUnknown(names, "a");
            }
        }
    }

    /**
     * Ranks from 1 on fail at once, and rank 0 has them replaced twice. The first replacements fail as well: rank 0 of
     * them before it has joined its job, and the others afterwards. They leave marks in the folder that the argument
     * names.
     */
    public static final class Replacing {
        /** Runs as a rank. */
        public static void main(String[] args) throws IOException {
            String rank = System.getenv("MPJ_RANK");
            Path mark = Path.of(args[0], rank);
            boolean first = Replacement.isThisProcess() && Files.notExists(mark);
            if (first) {
                Files.createFile(mark);
            }
            if (Replacement.isThisProcess() ? first && rank.equals("0") : !rank.equals("0")) {
                System.exit(3);
            }
            try (Bootstrap bootstrap = Bootstrap.connect()) {
                if (Replacement.isThisProcess()) {
                    bootstrap.fence();
                }
                if (first) {
                    System.exit(3);
                }
                for (int round = 0; round < 2 && !Replacement.isThisProcess(); round++) {
                    System.out.println("spawned " + Arrays.toString(spawn(bootstrap, command(Replacing.class,
                        bootstrap.size() - 1, Map.of(Replacement.INFO_KEY, "-1")))));
                }
            }
        }
    }

    /** Spawns jobs one after the other. */
    public static final class Looping {
        /** Runs as a rank. */
        public static void main(String[] args) {
            try (Bootstrap bootstrap = Bootstrap.connect()) {
                bootstrap.fence();
                for (int i = 0; i < Integer.parseInt(args[0]); i++) {
                    spawn(bootstrap, command(Child.class, 1, Map.of()));
                }
            }
        }
    }
}
