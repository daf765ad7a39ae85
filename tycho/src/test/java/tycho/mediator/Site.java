package tycho.mediator;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import org.jgroups.JChannel;
import org.jgroups.protocols.DISCARD;
import org.jgroups.protocols.TP;
import org.jgroups.stack.ProtocolStack;
import tycho.directory.Entries;
import tycho.directory.Replica;
import tycho.registry.Entry;
import tycho.security.Authority;

/** A site for tests: its keys, and mediators in this JVM, which can be cut off and killed. */
public final class Site implements AutoCloseable {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final int LEAST_PORT = 10_000;
    /** Linux gives the ports from here on to connections. */
    private static final int END_OF_PORTS = 32_768;
    private static final Map<String, Path> KEYS = new HashMap<>();

    private final Path folder;
    private final Properties properties = new Properties();
    private final List<Mediator> mediators = new ArrayList<>();
    private final int sitePort;
    private final int bridgePort;

    public Site(Path parent, String name) throws IOException {
        folder = parent.resolve(name);
        copyKeys(name);
        int[] ports = freePorts(2);
        sitePort = ports[0];
        bridgePort = ports[1];
        properties.setProperty("keys", folder.toString());
        properties.setProperty("failure.timeout", "2000");
        properties.setProperty("log", parent.resolve(name + ".log").toString());
    }

    /** Makes the keys of each name once in this JVM: keytool takes long. */
    private void copyKeys(String name) throws IOException {
        Path made;
        synchronized (KEYS) {
            made = KEYS.get(name);
            if (made == null) {
                made = Files.createTempDirectory(Path.of("target"), "keys").resolve(name);
                Authority.create(made, name);
                KEYS.put(name, made);
            }
        }
        Files.createDirectories(folder.resolve("trusted"));
        try (DirectoryStream<Path> files = Files.newDirectoryStream(made, "c*.*")) {
            for (Path file : files) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
        Files.copy(made.resolve("mediator.p12"), folder.resolve("mediator.p12"));
    }

    public Path keys() {
        return folder;
    }

    public Site set(String name, String value) {
        properties.setProperty(name, value);
        return this;
    }

    /** Makes two sites trust each other and, when they start, join. */
    public static void join(Site one, Site other) throws IOException {
        Files.copy(one.folder.resolve("ca.pem"), other.folder.resolve("trusted/one.pem"),
            StandardCopyOption.REPLACE_EXISTING);
        Files.copy(other.folder.resolve("ca.pem"), one.folder.resolve("trusted/other.pem"),
            StandardCopyOption.REPLACE_EXISTING);
        one.set("bridge", "127.0.0.1:" + one.bridgePort).set("bridge.mediators", "127.0.0.1:" + other.bridgePort);
        other.set("bridge", "127.0.0.1:" + other.bridgePort).set("bridge.mediators", "127.0.0.1:" + one.bridgePort);
    }

    /** Where the first mediator listens for the others of its site, and for those of other sites. */
    List<Integer> portsOfMediators() {
        return List.of(sitePort, bridgePort);
    }

    /** Takes the port of the bridge before the first mediator is started. */
    ServerSocket takeBridge() throws IOException {
        return new ServerSocket(bridgePort, 1, InetAddress.getLoopbackAddress());
    }

    /** Starts one more mediator of the site; answers where its clients connect. */
    public String start() throws IOException {
        int own = mediators.isEmpty() ? sitePort : freePorts(1)[0];
        int clients = freePorts(1)[0];
        return start(own, clients);
    }

    private String start(int own, int clients) throws IOException {
        Properties all = new Properties();
        all.putAll(properties);
        all.setProperty("clients", "127.0.0.1:" + clients);
        all.setProperty("site", "127.0.0.1:" + own);
        if (own != sitePort) {
            all.setProperty("site.mediators", "127.0.0.1:" + sitePort);
            if (all.containsKey("bridge")) {
                all.setProperty("bridge", "127.0.0.1:" + freePorts(1)[0]);
            }
        }
        Configuration configuration = Configuration.of(all, folder);
        Mediator mediator = Mediator.start(configuration, new Log(configuration.log(), System.err));
        mediators.add(mediator);
        return mediator.endpoint().toString();
    }

    /** How many clients are connected with the site's mediators. */
    public int sessions() {
        return mediators.stream().mapToInt(Mediator::sessions).sum();
    }

    /** Gives the first mediator entries that no client of this test has registered. Their lease is long. */
    public void fill(int count, String name) {
        fill(count, name, Map.of());
    }

    /** The same, and the entries have these attributes besides their number. */
    public void fill(int count, String name, Map<String, String> attributes) {
        Map<Replica, Long> replicas = new HashMap<>();
        for (int i = 0; i < count; i++) {
            Entry plain = Entries.entry(i, name, LONG);
            Map<String, String> all = new HashMap<>(plain.attributes());
            all.putAll(attributes);
            Entry entry = plain.with(all);
            replicas.put(new Replica(entry, 1, false, new UUID(3, 3)), LONG.toNanos());
        }
        mediators.getFirst().apply(replicas);
    }

    /** Ends a mediator; its clients find the connection closed. */
    public void kill(int number) {
        mediators.get(number).close();
    }

    /** Starts a mediator in the place of one that was ended, at the same ports. */
    public void restart(int number) throws IOException {
        Mediator before = mediators.get(number);
        int port = before.endpoint().port();
        before.close();
        start(number == 0 ? sitePort : freePorts(1)[0], port);
        mediators.set(number, mediators.removeLast());
    }

    public int entries(int number) {
        return mediators.get(number).entries();
    }

    public int otherSites() {
        return mediators.getFirst().network().sites().size();
    }

    public int otherMediators() {
        return mediators.getFirst().network().others();
    }

    /** Cuts a mediator off from all others, or ends that. */
    public void cut(int number, boolean cut) throws Exception {
        for (JChannel channel : mediators.get(number).network().channels()) {
            ProtocolStack stack = channel.getProtocolStack();
            DISCARD discard = stack.findProtocol(DISCARD.class);
            if (discard == null && cut) {
                discard = new DISCARD();
                stack.insertProtocol(discard, ProtocolStack.Position.ABOVE, TP.class);
            }
            if (discard != null) {
                discard.discardAll(cut);
            }
        }
    }

    /** The log of all mediators of the site. */
    public String log() throws IOException {
        Path log = Path.of(properties.getProperty("log"));
        return Files.exists(log) ? Files.readString(log) : "";
    }

    @Override
    public void close() {
        mediators.forEach(Mediator::close);
    }

    static int freePort() throws IOException {
        return freePorts(1)[0];
    }

    /**
     * Ports that are free at present, all different. The system gives none of them to a connection, so a mediator that
     * is killed finds its ports free again.
     */
    public static int[] freePorts(int count) throws IOException {
        int[] ports = new int[count];
        List<ServerSocket> sockets = new ArrayList<>();
        while (sockets.size() < count) {
            int port = ThreadLocalRandom.current().nextInt(LEAST_PORT, END_OF_PORTS);
            try {
                sockets.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
                ports[sockets.size() - 1] = port;
            } catch (BindException e) {
                // Somebody has this port.
            }
        }
        for (ServerSocket socket : sockets) {
            socket.close();
        }
        return ports;
    }

    /** Waits until a condition holds, and answers whether it does. If it does not, all stacks are printed. */
    public static boolean eventually(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + LONG.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                Stacks.print();
                return false;
            }
            Thread.sleep(10);
        }
        return true;
    }
}
