package tycho.mediator;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import tycho.link.Tls;
import tycho.registry.Endpoint;
import tycho.security.Authority;
import tycho.security.Keys;
import tycho.security.RecentKeys;

/** The command mediator. */
public final class MediatorCommand {
    private static final String HELP = """
        Runs a mediator of Tycho: a registry of producers and consumers, and messages between sites.

          mediator                        serves the clients of this host at 127.0.0.1:7411. It makes the keys of a
                                          site 'local' in ~/.config/tycho if there are none
          mediator FILE                   serves as the file says
          mediator --ui [HOST:]PORT ...   also serves a page with sites, clients, topics and running jobs at this port
                                          of the loopback interface, or of HOST. It prints the page's address, which
                                          has a secret
          mediator --init SITE [FOLDER]   makes the authority of a site, a key for its mediators, and one for a client
          mediator --issue NAME [FOLDER]  makes a key for another client of the site
          mediator --help                 prints this text

        FOLDER is ~/.config/tycho unless it is given. The file has lines NAME = VALUE:

          keys              the folder of the keys
          clients           HOST:PORT where clients connect (127.0.0.1:7411)
          site              HOST:PORT where the other mediators of the site connect (127.0.0.1:7412)
          site.mediators    the value of 'site' of each other mediator of the site, separated by commas
          bridge            HOST:PORT where mediators of other sites connect; without it, the site is alone
          bridge.mediators  the value of 'bridge' of mediators of other sites, separated by commas
          permissions       a file with lines 'publish PATTERN WHO...' and 'subscribe PATTERN WHO...', where WHO is
                            NAME@SITE, *@SITE or *; without it, all clients may send and receive everything
          log               the file of the log; without it, the log goes to the standard error stream
          message.limit     the most bytes of a message (4194304)
          entries.limit     the most entries in the registry (100000)
          failure.timeout   after how many milliseconds of silence a mediator is taken for lost (8000)

        Sites trust each other when each has the ca.pem of the other in its folder 'trusted', as SITE.pem.
        """;
    private static final String LOCAL = "local";
    private static final String UI = "--ui";
    private static final String SERVER = "jdk.httpserver";

    private MediatorCommand() {
    }

    /**
     * Runs the command.
     *
     * @param arguments see the text of --help
     */
    public static void main(String[] arguments) {
        RecentKeys.install();
        Tls.makeDefault();
        GrownHeap.watch();
        int status = run(List.of(arguments), System.out, System.err, new CountDownLatch(1));
        if (status != 0) {
            System.exit(status);
        }
    }

    /** Runs the command until the end of the latch, if it starts a mediator; answers the exit status. */
    static int run(List<String> arguments, PrintStream out, PrintStream err, CountDownLatch end) {
        try {
            if (arguments.size() >= 2 && arguments.size() <= 3 && arguments.getFirst().equals(UI)) {
                serve(arguments.size() == 3 ? arguments.get(2) : "", Optional.of(page(arguments.get(1))), out, err,
                    end);
                return 0;
            }
            String first = arguments.isEmpty() ? "" : arguments.getFirst();
            boolean makes = first.equals("--init") || first.equals("--issue");
            if (makes && (arguments.size() < 2 || arguments.size() > 3) || !makes && arguments.size() > 1
                    || !makes && first.startsWith("-") && !first.equals("--help")) {
                err.println("mediator: cannot understand '" + String.join(" ", arguments)
                    + "'; mediator --help lists the commands");
                return 2;
            }
            Path folder = arguments.size() == 3 ? Path.of(arguments.get(2)) : Keys.usualFolder();
            switch (first) {
                case "--help" -> out.print(HELP);
                case "--init" -> {
                    Authority.create(folder, arguments.get(1));
                    out.println("The keys of the site " + arguments.get(1) + " are in " + folder
                        + ": mediator.p12 for its mediators, client.p12 for a client. Give other sites ca.pem only.");
                }
                case "--issue" -> out.println("The key is in " + Authority.open(folder).issue(arguments.get(1))
                    + ". Its owner needs this file and ca.pem.");
                default -> serve(first, Optional.empty(), out, err, end);
            }
            return 0;
        } catch (IOException | IllegalArgumentException e) {
            err.println("mediator: " + e.getMessage());
            return 1;
        } catch (InterruptedException e) {
            return 1;
        }
    }

    private static Endpoint page(String given) {
        return Endpoint.parse(given.contains(":") ? given : Configuration.LOOPBACK + ":" + given);
    }

    private static void serve(String file, Optional<Endpoint> page, PrintStream out, PrintStream err,
            CountDownLatch end) throws IOException, InterruptedException {
        Configuration configuration;
        if (file.isEmpty()) {
            configuration = Configuration.of(new Properties(), Path.of(""));
            if (!Files.exists(configuration.keys().resolve(Authority.MEDIATOR + ".p12"))) {
                Authority.create(configuration.keys(), LOCAL);
            }
        } else {
            if (!Files.isReadable(Path.of(file))) {
                throw new IOException("cannot read the configuration '" + file + "'; give the name of a file");
            }
            configuration = Configuration.read(Path.of(file));
        }
        try (Log log = new Log(configuration.log(), err); Mediator mediator = Mediator.start(configuration, log)) {
            Thread close = new Thread(mediator::close);
            Runtime.getRuntime().addShutdownHook(close);
            if (page.isEmpty()) {
                end.await();
            } else {
                servePage(page.get(), mediator, configuration, log, out, end);
            }
            Runtime.getRuntime().removeShutdownHook(close);
        }
    }

    private static void servePage(Endpoint endpoint, Mediator mediator, Configuration configuration, Log log,
            PrintStream out, CountDownLatch end) throws IOException, InterruptedException {
        if (ModuleLayer.boot().findModule(SERVER).isEmpty()) {
            throw new IOException(UI + ": this Java has no module " + SERVER + ", which serves the page; use one that"
                + " has it");
        }
        try (AnnouncedJobs jobs = new AnnouncedJobs(configuration.keys(), Authority.MEDIATOR, mediator.endpoint(), log);
                StatusPage page = StatusPage.serve(endpoint, new StatusPicture(mediator, jobs))) {
            out.println(page.address());
            out.flush();
            end.await();
        }
    }
}
