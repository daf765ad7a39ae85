package tycho.mediator;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import tycho.frame.Codec;
import tycho.registry.Endpoint;
import tycho.security.Keys;

/**
 * What a mediator is told, by a file or by nothing.
 *
 * @param keys           the folder with the keys
 * @param clients        where clients connect
 * @param site           where the other mediators of the site connect
 * @param siteMediators  the other mediators of the site
 * @param bridge         where the mediators of other sites connect
 * @param otherSites     mediators of other sites; if there are none, and no bridge, the site is alone
 * @param permissions    the file of permissions, if there is one
 * @param log            where the log goes, if not to the standard error stream
 * @param longestMessage the most bytes of a message
 * @param mostEntries    the most entries in the registry
 * @param failureMillis  after how many milliseconds of silence a mediator is taken for lost
 */
record Configuration(Path keys, Endpoint clients, Endpoint site, List<Endpoint> siteMediators,
        Optional<Endpoint> bridge, List<Endpoint> otherSites, Optional<Path> permissions, Optional<Path> log,
        int longestMessage, int mostEntries, int failureMillis) {
    static final String LOOPBACK = "127.0.0.1";
    private static final List<String> NAMES = List.of("bridge", "bridge.mediators", "clients", "entries.limit",
        "failure.timeout", "keys", "log", "message.limit", "permissions", "site", "site.mediators");

    static Configuration read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            properties.load(in);
        }
        try {
            return of(properties, file.toAbsolutePath().getParent());
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    /** Names of files are relative to the folder. */
    static Configuration of(Properties properties, Path folder) {
        for (String name : properties.stringPropertyNames()) {
            if (!NAMES.contains(name)) {
                throw new IllegalArgumentException("there is no setting '" + name + "'; the settings are "
                    + String.join(", ", NAMES));
            }
        }
        Optional<Endpoint> bridge = Optional.ofNullable(properties.getProperty("bridge"))
            .map(text -> endpoint("bridge", text));
        List<Endpoint> otherSites = endpoints(properties, "bridge.mediators");
        if (bridge.isEmpty() && !otherSites.isEmpty()) {
            throw new IllegalArgumentException("bridge.mediators names mediators of other sites, but there is no"
                + " bridge; set bridge to the HOST:PORT at which they reach this mediator");
        }
        return new Configuration(
            Optional.ofNullable(properties.getProperty("keys")).map(folder::resolve).orElseGet(Keys::usualFolder),
            endpoint("clients", properties.getProperty("clients", LOOPBACK + ":7411")),
            endpoint("site", properties.getProperty("site", LOOPBACK + ":7412")),
            endpoints(properties, "site.mediators"), bridge, otherSites,
            Optional.ofNullable(properties.getProperty("permissions")).map(folder::resolve),
            Optional.ofNullable(properties.getProperty("log")).map(folder::resolve),
            number(properties, "message.limit", 4 << 20, 1, Codec.LONGEST_MESSAGE),
            number(properties, "entries.limit", 100_000, 1, 10_000_000),
            number(properties, "failure.timeout", 8_000, 500, 600_000));
    }

    private static List<Endpoint> endpoints(Properties properties, String name) {
        List<Endpoint> endpoints = new ArrayList<>();
        for (String each : properties.getProperty(name, "").split(",")) {
            if (!each.isBlank()) {
                endpoints.add(endpoint(name, each));
            }
        }
        return endpoints;
    }

    private static Endpoint endpoint(String name, String text) {
        try {
            return Endpoint.parse(text.strip());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
    }

    private static int number(Properties properties, String name, int normally, int least, int most) {
        String text = properties.getProperty(name);
        if (text == null) {
            return normally;
        }
        try {
            int value = Integer.parseInt(text.strip());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // The message below is for both.
        }
        throw new IllegalArgumentException(name + " is '" + text + "'; it must be a number from " + least + " to "
            + most);
    }
}
