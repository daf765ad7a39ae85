package mpj.runtime.keys;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The user's side: the user's key, and the daemons that the user trusts, one in each line: {@code HOST:PORT KEY}. Both
 * files are in XDG_CONFIG_HOME/mpj, or ~/.config/mpj. No daemon is trusted at first sight.
 *
 * @param folder of both files
 */
public record KnownDaemons(Path folder) {

    /** The user of this process. */
    public static KnownDaemons of(Map<String, String> environment) {
        String config = environment.get("XDG_CONFIG_HOME");
        Path base = config == null || config.isEmpty() ? Path.of(System.getProperty("user.home"), ".config")
            : Path.of(config);
        return new KnownDaemons(base.resolve("mpj").toAbsolutePath());
    }

    /** The user's key, which is made if there is none. */
    public OwnKey self() throws IOException {
        return OwnKey.of(keyFile());
    }

    /** The file of the user's key. */
    public Path keyFile() {
        return folder.resolve("key");
    }

    private Path file() {
        return folder.resolve("daemons");
    }

    /**
     * The key of a daemon.
     *
     * @throws IOException when the user's list has none, or a damaged one; the message is for the user
     */
    public PublicKey keyOf(String address) throws IOException {
        for (String line : lines()) {
            String[] words = line.strip().split("\\s+");
            if (words.length == 2 && words[0].equals(address)) {
                return key(address, words[1]);
            }
        }
        throw new IOException("its key is not known here; ask its administrator for the key, which mpjd prints when it"
            + " starts, and run: mpjd trust " + address + " KEY");
    }

    private PublicKey key(String address, String word) throws IOException {
        try {
            return PublicKeyText.parse(word);
        } catch (DaemonException e) {
            throw new IOException("its line in " + file() + " is damaged: " + e.getMessage() + "; replace it with: mpjd"
                + " trust " + address + " KEY", e);
        }
    }

    /** Trusts a daemon from now on; replaces a key that was trusted before. */
    public void trust(String address, String key) throws IOException {
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

    /**
     * Reads the address at which a command listens.
     *
     * @param option the command's option that names the address
     * @param such an address to name as an example
     */
    public static InetSocketAddress listening(String option, String address, String such) {
        InetSocketAddress read;
        try {
            read = parse(address);
        } catch (DaemonException e) {
            throw new DaemonException(option + " " + address + ": expected a host and a port; write " + option
                + " HOST:PORT, such as " + option + " " + such, e);
        }
        if (read.isUnresolved()) {
            throw new DaemonException(option + " " + address + ": there is no such host");
        }
        return read;
    }

    /** An address with the port that was chosen in the end, as HOST:PORT. An IPv6 address has brackets. */
    public static String text(InetSocketAddress address, int port) {
        String host = address.getHostString();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    /** Reads HOST:PORT. */
    public static InetSocketAddress parse(String address) {
        int colon = address.lastIndexOf(':');
        if (colon > 0 && address.substring(colon + 1).matches("\\d{1,5}")) {
            int port = Integer.parseInt(address.substring(colon + 1));
            String host = address.substring(0, colon).replaceAll("[\\[\\]]", "");
            if (port >= 0 && port <= 65_535) {
                return new InetSocketAddress(host, port);
            }
        }
        throw new DaemonException("\"" + address + "\" is not an address: expected HOST:PORT");
    }
}
