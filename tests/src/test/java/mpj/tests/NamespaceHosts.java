package mpj.tests;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * Hosts that are network namespaces of this machine. Each has one interface, and a bridge joins them. Making them needs
 * root. Without root the test is skipped, with the reason.
 */
final class NamespaceHosts implements AutoCloseable {
    /** The interface in each namespace. */
    static final String INTERFACE = "eth0";

    private static final long COMMAND_SECONDS = 60;
    private static final int FIRST_ADDRESS = 11;

    private final String prefix;
    private final String network;
    private final int size;

    private NamespaceHosts(int size) {
        long pid = ProcessHandle.current().pid();
        this.size = size;
        prefix = "mpj" + pid % 100_000;
        network = "10." + (128 + pid % 100) + "." + pid / 100 % 250 + ".";
    }

    static NamespaceHosts create(int size) {
        NamespaceHosts hosts = new NamespaceHosts(size);
        try {
            hosts.build();
            return hosts;
        } catch (IOException e) {
            hosts.close();
            Assumptions.abort("no network namespaces can be made here: " + e.getMessage());
            throw new AssertionError(e);
        }
    }

    private void build() throws IOException {
        run("ip", "link", "add", bridge(), "type", "bridge");
        run("ip", "address", "add", launcherAddress() + "/24", "dev", bridge());
        run("ip", "link", "set", bridge(), "up");
        for (int host = 0; host < size; host++) {
            run("ip", "netns", "add", name(host));
            run("ip", "link", "add", port(host), "type", "veth", "peer", "name", INTERFACE, "netns", name(host));
            run("ip", "link", "set", port(host), "master", bridge(), "up");
            inside(host, "ip", "address", "add", address(host) + "/24", "dev", INTERFACE);
            inside(host, "ip", "link", "set", INTERFACE, "up");
            inside(host, "ip", "link", "set", "lo", "up");
        }
    }

    private String bridge() {
        return prefix + "br";
    }

    private String port(int host) {
        return prefix + "p" + host;
    }

    String name(int host) {
        return prefix + "h" + host;
    }

    String address(int host) {
        return network + (FIRST_ADDRESS + host);
    }

    /** This process's address on the bridge. */
    String launcherAddress() {
        return network + "1";
    }

    int size() {
        return size;
    }

    /** The words before a command that run it on a host. */
    List<String> prefixOf(int host) {
        return List.of("ip", "netns", "exec", name(host));
    }

    /**
     * Gives every link a queueing discipline, such as {@code netem delay 2ms}. Skips the test if the module for it is
     * missing.
     */
    void shape(String... discipline) {
        for (int host = 0; host < size; host++) {
            List<String> command = new ArrayList<>(List.of("tc", "qdisc", "add", "dev", INTERFACE, "root"));
            command.addAll(Arrays.asList(discipline));
            try {
                inside(host, command.toArray(String[]::new));
            } catch (IOException e) {
                Assumptions.abort("this kernel cannot shape links so: " + e.getMessage());
            }
        }
    }

    /** Takes a host off the network. Nothing reaches the host or comes from it any more, and no process is told. */
    void cut(int host) throws IOException {
        run("ip", "link", "set", port(host), "nomaster");
    }

    private void inside(int host, String... command) throws IOException {
        List<String> whole = new ArrayList<>(prefixOf(host));
        whole.addAll(Arrays.asList(command));
        run(whole.toArray(String[]::new));
    }

    private static void run(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            if (!process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IOException(String.join(" ", command) + ": " + output);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    @Override
    public void close() {
        for (int host = 0; host < size; host++) {
            runIfPossible("ip", "link", "delete", port(host));
            runIfPossible("ip", "netns", "delete", name(host));
        }
        runIfPossible("ip", "link", "delete", bridge());
    }

    private static void runIfPossible(String... command) {
        try {
            run(command);
        } catch (IOException e) {
            // The namespace was not made.
            return;
        }
    }
}
