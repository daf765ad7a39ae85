package mpj.runtime.daemon;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A user's own side: his key, and the daemons that he trusts, a line each: {@code HOST:PORT KEY}. Both are in
 * XDG_CONFIG_HOME/mpj, or ~/.config/mpj. No daemon is trusted at first sight.
 *
 * @param folder of both files
 */
record KnownDaemons(Path folder) {

    static KnownDaemons of(Map<String, String> environment) {
        String config = environment.get("XDG_CONFIG_HOME");
        Path base = config == null || config.isEmpty() ? Path.of(System.getProperty("user.home"), ".config")
            : Path.of(config);
        return new KnownDaemons(base.resolve("mpj").toAbsolutePath());
    }

    /** The user's key, which is made if there is none. */
    OwnKey self() throws IOException {
        return OwnKey.of(folder.resolve("key"));
    }

    private Path file() {
        return folder.resolve("daemons");
    }

    /** The key of a daemon. */
    PublicKey keyOf(String address) throws IOException {
        for (String line : lines()) {
            String[] words = line.strip().split("\\s+");
            if (words.length == 2 && words[0].equals(address)) {
                return PublicKeyText.parse(words[1]);
            }
        }
        throw new IOException("its key is not known here; its administrator tells it (mpjd prints it when it starts), "
            + "then: mpjd trust " + address + " KEY");
    }

    /** Trusts a daemon from now on; a key that was trusted before is replaced. */
    void trust(String address, String key) throws IOException {
        parse(address);
        PublicKeyText.parse(key);
        List<String> lines = new ArrayList<>(lines());
        lines.removeIf(line -> line.startsWith(address + " "));
        lines.add(address + " " + key);
        self();
        Files.write(file(), lines);
    }

    private List<String> lines() throws IOException {
        return Files.exists(file()) ? Files.readAllLines(file()) : List.of();
    }

    /** HOST:PORT. */
    static InetSocketAddress parse(String address) {
        int colon = address.lastIndexOf(':');
        if (colon > 0 && address.substring(colon + 1).matches("\\d{1,5}")) {
            int port = Integer.parseInt(address.substring(colon + 1));
            String host = address.substring(0, colon).replaceAll("[\\[\\]]", "");
            if (port >= 0 && port <= 65_535) {
                return new InetSocketAddress(host, port);
            }
        }
        throw new DaemonException("\"" + address + "\" is no address: expected HOST:PORT");
    }
}
