package mpj.runtime.names;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import mpj.runtime.keys.DaemonException;
import mpj.runtime.keys.KnownDaemons;
import mpj.runtime.manual.CommandManual;
import mpj.runtime.wire.LibraryVersion;

/** The command mpjnamed. */
public final class Mpjnamed {
    private static final int WRONG_USE = 2;
    private static final String ADDRESS = "127.0.0.1:6750";
    private static final List<String> WITH_ADDRESS = List.of("--listen", "--list");
    private static final List<String> OPTIONS = List.of("--listen", "--list", "--help", "--print-manual");
    private static final String HELP = """
        Usage: mpjnamed [--listen HOST:PORT]
                                         keep the names that programs publish, until this process is ended
               mpjnamed --list [HOST:PORT]
                                         print the published names, and who has published them
               mpjnamed --print-manual   print a page for man
               mpjnamed --help           print this help

        HOST:PORT is 127.0.0.1:6750 by default, which only programs on this host can reach.
        Jobs that are started with -Dmpj.names=HOST:PORT publish their names there, and find the names of other jobs.
        mpjnamed lets in only programs that have the same key, which is in ~/.config/mpj/key. It makes this file at its
        first start. Names are in memory only: a name is gone when the job that has published it ends, or when mpjnamed
        ends.
        """;
    /** The page for man. */
    static final CommandManual MANUAL = new CommandManual("mpjnamed",
        "keep the names that MPI programs in Java publish, for jobs that are started apart", ".RI [ options ]", HELP);

    private Mpjnamed() {
    }

    /** Runs the command that the arguments describe. */
    public static void main(String[] args) throws InterruptedException {
        int exitCode;
        try {
            exitCode = run(List.of(args));
        } catch (DaemonException e) {
            System.err.println("mpjnamed: " + e.getMessage());
            exitCode = WRONG_USE;
        } catch (IOException e) {
            System.err.println("mpjnamed: " + e.getMessage());
            exitCode = 1;
        }
        System.exit(exitCode);
    }

    private static int run(List<String> words) throws IOException, InterruptedException {
        String option = words.isEmpty() ? "--listen" : words.getFirst();
        if (!OPTIONS.contains(option)) {
            throw new DaemonException("\"" + option + "\" is not an option; mpjnamed --help lists the options");
        }
        if (words.size() > (WITH_ADDRESS.contains(option) ? 2 : 1)) {
            throw new DaemonException("\"" + words.getLast() + "\" is one argument too many; see mpjnamed --help");
        }
        switch (option) {
            case "--help" -> System.out.print(HELP);
            case "--print-manual" -> System.out.print(MANUAL.text(LibraryVersion.text()));
            case "--list" -> list(words.size() < 2 ? ADDRESS : words.getLast());
            default -> {
                if (words.size() == 1) {
                    throw new DaemonException("--listen needs the address to listen on: --listen HOST:PORT");
                }
                serve(words.isEmpty() ? ADDRESS : words.getLast());
            }
        }
        return 0;
    }

    private static void list(String server) throws IOException {
        try (NameClient client = NameClient.of(server, "mpjnamed --list", KnownDaemons.of(System.getenv()))) {
            client.list().forEach(each -> System.out.println(each.name() + ": " + each.owner()));
        }
    }

    /** Never returns. A signal ends the process, with exit code 0. */
    private static void serve(String listen) throws IOException, InterruptedException {
        InetSocketAddress address = KnownDaemons.listening("--listen", listen, ADDRESS);
        NameServer server;
        try {
            server = NameServer.start(address, KnownDaemons.of(System.getenv()).self(), NameServer.MOST_CLIENTS);
        } catch (IOException e) {
            throw new IOException(e.getMessage() + "; name a free address of this host with --listen HOST:PORT, or use"
                + " the mpjnamed that listens there", e);
        }
        String bound = listen.substring(0, listen.lastIndexOf(':') + 1) + server.port();
        System.out.println("mpjnamed listens on " + bound + "; start jobs with -Dmpj.names=" + bound);
        // A signal to end is not a failure. The system closes the connections: a close here waits for a stopped client.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(0), "mpjnamed-end"));
        new CountDownLatch(1).await();
    }
}
