package mpj.runtime.daemon;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import mpj.runtime.host.Counted;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.keys.DaemonException;
import mpj.runtime.keys.KeyedServer;
import mpj.runtime.keys.KnownDaemons;
import mpj.runtime.keys.OwnKey;
import mpj.runtime.keys.PublicKeyText;
import mpj.runtime.manual.CommandManual;

/** The command mpjd. */
public final class Mpjd {
    private static final int WRONG_USE = 2;
    private static final int DEFAULT_RANKS = 64;
    static final String HELP = """
        Usage: mpjd run --bind HOST:PORT [--folder DIR]
                                         start ranks for the users whose keys were added, until mpjd stop
               mpjd add-key NAME KEY [--ranks N] [--as USER] [--folder DIR]
                                         let a user run up to N ranks at once (64 by default). A daemon that runs as
                                         root starts them as USER
               mpjd keys [--folder DIR]  print the users who may run ranks
               mpjd status [--folder DIR]
                                         print what runs
               mpjd stop [--folder DIR]  end everything that runs, and the daemon
               mpjd key                  print your own key, which the daemon's administrator needs for add-key
               mpjd trust HOST:PORT KEY  trust the daemon with this key; mpjd run prints the key of a daemon
               mpjd --print-manual       print a page for man

        DIR has the daemon's key and its users. It is ~/.config/mpj/daemon by default. Whoever can read DIR can
        administer the daemon.
        mpjrun --daemon HOST:PORT,... runs a program through daemons.
        """;

    /** The page for man. */
    static final CommandManual MANUAL = new CommandManual("mpjd",
        "start ranks of MPI programs in Java on this host, for those whose keys were added",
        ".I command\n.RI [ options ]", HELP);

    private final List<String> words = new ArrayList<>();
    private final KnownDaemons user = KnownDaemons.of(System.getenv());
    private Path folder = user.folder().resolve("daemon");
    private String bind;
    private int ranks = DEFAULT_RANKS;
    private String account = "";

    private Mpjd() {
    }

    /** Runs the command that the arguments describe. */
    public static void main(String[] args) throws InterruptedException {
        int exitCode;
        try {
            exitCode = new Mpjd().run(args);
        } catch (DaemonException e) {
            System.err.println("mpjd: " + e.getMessage());
            exitCode = WRONG_USE;
        } catch (IOException e) {
            System.err.println("mpjd: " + e.getMessage());
            exitCode = 1;
        }
        System.exit(exitCode);
    }

    private int run(String[] arguments) throws IOException, InterruptedException {
        parse(arguments);
        switch (String.join(" ", words.subList(0, Math.min(1, words.size()))) + "/" + words.size()) {
            case "run/1" -> serve();
            case "add-key/3" -> {
                checkAccount();
                keys().add(words.get(1), ranks, words.get(2), account);
                System.out.println(words.get(1) + " may run " + Counted.of(ranks, "rank") + " at once"
                    + (account.isEmpty() ? "" : ", as " + account));
            }
            case "keys/1" -> {
                for (AuthorizedKeys.User each : keys().users()) {
                    System.out.println((each.name() + " " + each.ranks() + " " + PublicKeyText.of(each.key()) + " "
                        + each.account()).strip());
                }
            }
            case "status/1" -> System.out.print(ask(new DaemonRequest.Status(), true));
            case "stop/1" -> ask(new DaemonRequest.Stop(), false);
            case "key/1" -> System.out.println(user.self().publicKey());
            case "--print-manual/1" -> System.out.print(MANUAL.text(LibraryFiles.version()));
            case "trust/3" -> user.trust(words.get(1), words.get(2));
            default -> {
                System.err.print(HELP);
                return WRONG_USE;
            }
        }
        return 0;
    }

    private void parse(String[] arguments) {
        for (int i = 0; i < arguments.length; i++) {
            if (!arguments[i].startsWith("--") || arguments[i].equals("--help")
                || arguments[i].equals("--print-manual")) {
                words.add(arguments[i]);
                continue;
            }
            String option = arguments[i];
            String value = ++i == arguments.length ? null : arguments[i];
            switch (option) {
                case "--bind" -> bind = given(value, "--bind HOST:PORT, the address to listen on");
                case "--folder" -> folder = Path.of(given(value, "--folder DIR, where the daemon keeps its keys"));
                case "--ranks" -> ranks = number(given(value, "--ranks N, how many it may start at most"));
                case "--as" -> account = given(value, "--as USER, the user of this system as whom the ranks run");
                default -> throw new DaemonException("no such option: " + option
                    + ". Known options: --bind HOST:PORT, --folder DIR, --ranks N, --as USER");
            }
        }
    }

    private static String given(String value, String usage) {
        if (value == null) {
            throw new DaemonException("option " + usage.substring(0, usage.indexOf(' ')) + " needs a value: " + usage);
        }
        return value;
    }

    private static int number(String value) {
        if (value.matches("\\d{1,6}") && Integer.parseInt(value) > 0) {
            return Integer.parseInt(value);
        }
        throw new DaemonException("--ranks " + value + ": expected a whole number from 1 to 999999");
    }

    private AuthorizedKeys keys() {
        return new AuthorizedKeys(folder.resolve("users"));
    }

    /** A daemon that runs as root would run ranks as root for a key without a user. */
    private void checkAccount() throws IOException {
        if (!Account.isRoot()) {
            if (!account.isEmpty() && !account.equals(System.getProperty("user.name"))) {
                throw new DaemonException("--as " + account + ": only a daemon that runs as root starts ranks as"
                    + " another user; leave --as out");
            }
        } else if (account.isEmpty()) {
            throw new DaemonException("a daemon that runs as root needs a user of this system who runs the ranks of "
                + words.get(1) + "; name one with --as USER");
        } else {
            Account.of(account);
        }
    }

    private OwnKey daemon() throws IOException {
        return OwnKey.of(folder.resolve("key"));
    }

    private void serve() throws IOException, InterruptedException {
        if (bind == null) {
            throw new DaemonException("--bind HOST:PORT is needed: the address to listen on must be named");
        }
        InetSocketAddress address = KnownDaemons.listening("--bind", bind, "192.168.1.1:6749");
        OwnKey key = daemon();
        try (DaemonServer server = DaemonServer.start(address, key, keys(),
            AgentCommand.of(LibraryFiles.running(), Jdk.running()), Account.isRoot(), KeyedServer.STRANGER_MILLIS)) {
            String bound = KnownDaemons.text(address, server.port());
            Files.writeString(folder.resolve("address"), bound);
            System.out.println("mpjd listens on " + bound + " and has the key " + key.publicKey());
            server.awaitStop();
        } finally {
            Files.deleteIfExists(folder.resolve("address"));
        }
    }

    /** Sends a request to the daemon of the folder, as its administrator. */
    private String ask(DaemonRequest request, boolean withText) throws IOException {
        Path file = folder.resolve("address");
        if (!Files.exists(file)) {
            throw new IOException("no daemon runs from " + folder);
        }
        OwnKey self = daemon();
        try (DaemonConnection connection = DaemonConnection.open(KnownDaemons.parse(Files.readString(file)), self,
            self.pair().getPublic(), request, DaemonConnection.PATIENCE_MILLIS)) {
            return withText ? connection.text() : "";
        }
    }
}
