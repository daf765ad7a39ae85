package tycho.processes;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Hosts in namespaces of this machine, with links that can be cut: see src/test/sh/networks. */
final class Networks implements AutoCloseable {
    private static final String ADVICE = " (needs root, util-linux, iproute2 and nftables)";
    private static final long LIMIT_SECONDS = 300;

    private final Process namespaces;

    private Networks(Process namespaces) {
        this.namespaces = namespaces;
    }

    /**
     * Starts the hosts.
     *
     * @throws IOException if this machine cannot have them; the message has the reason
     */
    static Networks start() throws IOException, InterruptedException {
        File errors = new File("target", "networks-" + System.nanoTime() + ".err");
        Process process = new ProcessBuilder("unshare", "--net", "--mount", "src/test/sh/networks")
            .redirectError(errors).start();
        try {
            if (!"ready".equals(new Lines(process).next())) {
                throw new IOException("it is not ready");
            }
            return new Networks(process);
        } catch (IOException e) {
            process.destroyForcibly();
            throw new IOException(Files.readString(Path.of(errors.getPath())).strip() + ADVICE + ": " + e.getMessage(),
                e);
        }
    }

    /** The words before a command that is to run on a host. */
    List<String> on(String host) {
        List<String> words = new ArrayList<>(inside());
        words.addAll(List.of("ip", "netns", "exec", host));
        return words;
    }

    /** Cuts the link of a host to a network, or mends it. */
    void cut(String host, String network, boolean cut) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(inside());
        command.addAll(List.of("ip", "link", "set", host + "." + network, cut ? "down" : "up"));
        Process process = new ProcessBuilder(command).inheritIO().start();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException(String.join(" ", command) + " failed");
        }
    }

    private List<String> inside() {
        return List.of("nsenter", "--target", Long.toString(namespaces.pid()), "--net", "--mount",
            "--wd=" + Path.of("").toAbsolutePath(), "--");
    }

    @Override
    public void close() throws IOException {
        namespaces.getOutputStream().close();
    }
}
