package mpj.runtime.launcher;

import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import mpj.runtime.host.InterruptsIgnored;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.UsageException;

/**
 * Programs of Tycho that the launcher starts, and to which it talks over their standard streams; so nothing here needs
 * Tycho.
 */
final class TychoProgram {
    private static final String JAR = "tycho/mpj-tycho.jar";

    private TychoProgram() {
    }

    /**
     * A program, which is not started yet. Its errors go to those of the launcher.
     *
     * @param what the option or property that needs the program, for errors
     */
    static ProcessBuilder of(String what, Launch launch, String program, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(launch.jdk().java(), "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xmx64m", "-cp", jar(what, launch.library()).toString(),
            program));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        InterruptsIgnored.prepare(builder);
        return builder;
    }

    /** The jar, which lies in a folder beside that of the library's jars. */
    private static Path jar(String what, LibraryFiles library) {
        Path libraryFolder = Path.of(library.classPath().split(File.pathSeparator)[0]).getParent();
        Path jar = libraryFolder.resolveSibling(JAR);
        if (!Files.isReadable(jar)) {
            throw new UsageException(what + ": there is no file " + jar + "; the archives of the library have it in"
                + " the folder tycho, and ./mvnw package makes it");
        }
        return jar;
    }

    /** Whether a text is empty, which means the mediator of this host, or HOST:PORT. */
    static boolean isMediator(String text) {
        try {
            URI uri = new URI("tycho://" + text);
            return text.isEmpty() || uri.getHost() != null && uri.getPort() > 0;
        } catch (URISyntaxException e) {
            return text.isEmpty();
        }
    }
}
