package mpj.runtime.agent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mpj.runtime.host.CacheFolder;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.Jdk;

/**
 * The shell script that prepares a host and becomes the agent there, with the variables that the script needs. The
 * script is sent over standard input, so that it need not be quoted for whatever shell the user has on that host.
 *
 * @param text the script, which the host's {@code sh} evaluates
 * @param jars the library's jars by their SHA-256
 */
record AgentScript(byte[] text, Map<String, Path> jars) {
    /** The script that starts the agent, from this library. */
    static AgentScript ofAgent(LibraryFiles library, Jdk jdk) throws IOException {
        return of("run", Agent.class, library, jdk);
    }

    /** The script that deletes the user's cache on the host, except for what jobs use. */
    static AgentScript ofClean(LibraryFiles library, Jdk jdk) throws IOException {
        return of("clean", HostCleaning.class, library, jdk);
    }

    private static AgentScript of(String task, Class<?> main, LibraryFiles library, Jdk jdk) throws IOException {
        Map<String, Path> jars = new HashMap<>();
        StringBuilder list = new StringBuilder();
        for (String entry : library.entries()) {
            if (!Files.isRegularFile(Path.of(entry))) {
                throw new IOException("the library cannot be sent to other hosts: " + entry + " is not a jar");
            }
        }
        List<String> digests = LibraryDigests.of(library, CacheFolder.of(System.getenv()));
        for (int i = 0; i < digests.size(); i++) {
            Path jar = Path.of(library.entries().get(i));
            String digest = digests.get(i);
            jars.put(digest, jar);
            list.append(digest).append(' ').append(Files.size(jar)).append(' ').append(jar.getFileName()).append('\n');
        }
        String folder = Path.of(library.entries().getFirst()).getParent().toString();
        return new AgentScript(script(task, main, list.toString().strip(), folder, jdk.home().toString()), jars);
    }

    /**
     * Returns the command for ssh. The command reads exactly the script: nothing else is sent before the script has
     * answered.
     */
    String command() {
        return "exec /bin/sh -c 'eval \"$(head -c " + text.length + ")\"'";
    }

    private static byte[] script(String task, Class<?> main, String jars, String folder, String jdk)
        throws IOException {
        try (InputStream in = AgentScript.class.getResourceAsStream("agent.sh")) {
            String variables = "mpj_task=" + task + "\nmpj_main=" + main.getName() + "\nmpj_least=" + Jdk.LEAST
                + "\nmpj_jars=" + quoted(jars)
                + "\nmpj_lib=" + quoted(folder) + "\nmpj_jdk=" + quoted(jdk)
                + "\nmpj_library=" + Integer.toHexString(jars.hashCode()) + "\n";
            return (variables + new String(in.readAllBytes(), StandardCharsets.UTF_8))
                .getBytes(StandardCharsets.UTF_8);
        }
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
