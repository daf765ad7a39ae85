package mpj.runtime.spawn;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/**
 * The hints for a program that a rank spawns: the info keys of MPI 3.1, section 10.3.4.
 *
 * @param host names of hosts, with commas between them; null if the launcher may choose the hosts
 * @param folder the hint wdir; null if there is none
 * @param path the hint path; null if there is none
 * @param soft the numbers of ranks that the program can have; null if it needs as many as it asks for
 */
public record SpawnHints(String host, String folder, String path, SoftCounts soft) {
    private static final String FILE = "file";

    /** The hints for ranks of a host. */
    public static SpawnHints ofHost(String host) {
        return new SpawnHints(host, null, null, null);
    }

    /**
     * Reads an info.
     *
     * @param info without the key file: see {@link #withFile}
     * @throws IOException when a value is malformed, or no host has the wanted architecture; the message is for the
     *     user
     */
    public static SpawnHints of(Map<String, String> info) throws IOException {
        String arch = info.get("arch");
        String own = System.getProperty("os.arch");
        if (arch != null && !arch.equals(own)) {
            throw new IOException("info key arch=" + arch + ": the hosts of this job are " + own);
        }
        String soft = info.get("soft");
        return new SpawnHints(info.get("host"), info.get("wdir"), info.get("path"),
            soft == null ? null : SoftCounts.of(soft));
    }

    /**
     * Adds the keys of the file that the key file of an info names. Keys of the info itself count more.
     *
     * @param base the folder that the file's name is relative to
     * @throws IOException when the file cannot be read; the message is for the user
     */
    public static Map<String, String> withFile(Map<String, String> info, Path base) throws IOException {
        String file = info.get(FILE);
        if (file == null) {
            return info;
        }
        Properties keys = new Properties();
        try (Reader reader = Files.newBufferedReader(base.resolve(file))) {
            keys.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException("info key file=" + base.resolve(file) + ": the file cannot be read: "
                + e.getMessage(), e);
        }
        Map<String, String> all = new HashMap<>();
        keys.stringPropertyNames().forEach(key -> all.put(key, keys.getProperty(key)));
        all.putAll(info);
        return all;
    }

    /**
     * The largest number of ranks that the program can have.
     *
     * @param wanted the number that it asks for
     * @throws IOException when there is none; the message is for the user
     */
    public int most(String command, int wanted) throws IOException {
        int most = soft == null ? wanted : soft.most(wanted);
        if (most == 0) {
            throw new IOException("info key soft allows no number of ranks from 1 to " + wanted + " for " + command);
        }
        return most;
    }
}
