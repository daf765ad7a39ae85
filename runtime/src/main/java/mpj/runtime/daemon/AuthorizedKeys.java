package mpj.runtime.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mpj.runtime.keys.DaemonException;
import mpj.runtime.keys.OwnKey;
import mpj.runtime.keys.PublicKeyText;

/**
 * The users whom a daemon's administrator has added, one in each line: {@code NAME RANKS KEY [ACCOUNT]}. The file is
 * read for each connection, so a key is no longer accepted as soon as it is removed.
 *
 * @param file it need not exist
 */
record AuthorizedKeys(Path file) {
    /** The number of words in a line without an account. */
    private static final int WORDS = 3;

    /**
     * A user.
     *
     * @param name the administrator's name for the user
     * @param ranks the number of ranks that may run at the same time
     * @param key the public key
     * @param account the system's user as whom the ranks run; empty for the daemon's own user
     */
    record User(String name, int ranks, PublicKey key, String account) {
    }

    /** Finds the user with a key; empty for a stranger, and when the file cannot be read. */
    Optional<User> find(PublicKey key) {
        try {
            return users().stream().filter(user -> user.key().equals(key)).findFirst();
        } catch (IOException | DaemonException e) {
            System.err.println("mpjd: no user is admitted: " + e.getMessage());
            return Optional.empty();
        }
    }

    List<User> users() throws IOException {
        List<User> users = new ArrayList<>();
        if (Files.exists(file)) {
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                if (!lines.get(i).isBlank() && !lines.get(i).startsWith("#")) {
                    users.add(parse(lines.get(i), file + ", line " + (i + 1)));
                }
            }
        }
        return users;
    }

    private static User parse(String line, String where) {
        String[] words = line.strip().split("\\s+");
        if (words.length < WORDS || words.length > WORDS + 1 || !words[1].matches("\\d{1,6}")) {
            throw new DaemonException(where + " is malformed: expected NAME RANKS KEY [ACCOUNT]");
        }
        return new User(words[0], Integer.parseInt(words[1]), PublicKeyText.parse(words[2]),
            words.length > WORDS ? words[WORDS] : "");
    }

    /** @param account empty for the daemon's own user */
    void add(String name, int ranks, String key, String account) throws IOException {
        if (!name.matches("[\\w.@-]+")) {
            throw new DaemonException("\"" + name + "\" cannot be a user's name: letters, digits and _.@- only");
        }
        PublicKey parsed = PublicKeyText.parse(key);
        Optional<User> known = users().stream().filter(user -> user.key().equals(parsed)).findFirst();
        if (known.isPresent()) {
            throw new DaemonException("this key is there already, as " + known.get().name());
        }
        if (!Files.exists(file)) {
            Files.createDirectories(file.toAbsolutePath().getParent(), OwnKey.permissions("rwx------"));
            Files.createFile(file, OwnKey.permissions("rw-------"));
        }
        Files.writeString(file, (name + " " + ranks + " " + key + " " + account).strip() + "\n",
            StandardOpenOption.APPEND);
    }
}
