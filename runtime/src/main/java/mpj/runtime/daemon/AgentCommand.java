package mpj.runtime.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import mpj.runtime.agent.Agent;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.Jdk;

/**
 * The command that starts an agent from this library.
 *
 * @param words the command
 * @param library a text that distinguishes this library from others
 */
record AgentCommand(List<String> words, String library) {

    static AgentCommand of(LibraryFiles library, Jdk jdk) throws IOException {
        return new AgentCommand(List.of(jdk.java(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData",
            "--enable-native-access=ALL-UNNAMED", "-cp", library.classPath(), Agent.class.getName()),
            identity(library));
    }

    /** A text that is made from the contents of the jars, because their folders and times differ from host to host. */
    static String identity(LibraryFiles library) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String entry : library.entries().stream().sorted().toList()) {
                if (Files.isRegularFile(Path.of(entry))) {
                    digest.update(Files.readAllBytes(Path.of(entry)));
                }
            }
            return LibraryFiles.version() + " " + HexFormat.of().formatHex(digest.digest(), 0, Long.BYTES);
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }
}
