package mpj.runtime.spawn;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import mpj.bindings.Linux;

/** The options with which this JVM was started, for another JVM. */
public final class OwnOptions {
    /** With a .java file, the launcher of the JDK puts this class in front of the file. */
    private static final String OF_SOURCES = "jdk.compiler/com.sun.tools.javac.launcher.SourceLauncher ";
    private static final String NATIVE_ACCESS = "--enable-native-access=";
    /** These take the next word as their value. */
    private static final Set<String> OF_TWO_WORDS = Set.of("--add-modules", "--add-opens", "--add-exports",
        "--add-reads", "--limit-modules", "--patch-module", "--upgrade-module-path", "--enable-native-access");
    private static final Set<String> OF_CLASS_PATH = Set.of("-cp", "-classpath", "--class-path", "-p",
        "--module-path", "--source");
    private static final Set<String> OF_PROGRAM = Set.of("-jar", "-m", "--module");
    /** A second JVM cannot listen for a debugger at the same port. */
    private static final List<String> OF_DEBUGGER = List.of("-agentlib:jdwp", "-Xrunjdwp");

    private OwnOptions() {
    }

    /**
     * The options of this JVM. Those that name the class path, the module path and the program are left out, and so
     * are those for a debugger.
     *
     * @return each option as one word
     */
    public static List<String> read() {
        return of(commandLine(), System.getProperty("sun.java.command", ""));
    }

    /**
     * Takes the options from a command line.
     *
     * @param words of the command line, without {@code java}
     * @param program the main class, jar or module, and its arguments, with spaces between them
     */
    static List<String> of(List<String> words, String program) {
        String ofFile = program.startsWith(OF_SOURCES) ? program.substring(OF_SOURCES.length()) : program;
        int end = 0;
        while (end < words.size() && !String.join(" ", words.subList(end, words.size())).equals(ofFile)) {
            end++;
        }
        List<String> options = new ArrayList<>();
        for (int next = 0; next < end && end < words.size(); next++) {
            String word = words.get(next);
            if (OF_CLASS_PATH.contains(word)) {
                next++;
            } else if (OF_TWO_WORDS.contains(word)) {
                next++;
                options.add(word + "=" + words.get(next));
            } else if (isForAll(word)) {
                options.add(word);
            }
        }
        if (options.stream().noneMatch(option -> option.startsWith(NATIVE_ACCESS))) {
            options.addFirst(NATIVE_ACCESS + "ALL-UNNAMED");
        }
        return List.copyOf(options);
    }

    private static boolean isForAll(String word) {
        return !OF_PROGRAM.contains(word) && OF_DEBUGGER.stream().noneMatch(word::startsWith)
            && OF_CLASS_PATH.stream().noneMatch(option -> word.startsWith(option + "="));
    }

    /** Empty where the system does not tell the command line. */
    private static List<String> commandLine() {
        try {
            // The file has more than ProcessHandle, which cuts a long line off.
            String line = Files.readString(Linux.file("/proc", "self", "cmdline"));
            List<String> words = List.of(line.split("\0", -1));
            return words.subList(1, words.size() - 1);
        } catch (IOException e) {
            return ProcessHandle.current().info().arguments().map(List::of).orElse(List.of());
        }
    }

    /** The command {@code java} of this JVM. */
    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The class path of this JVM, with absolute entries. */
    public static String classPath() {
        return String.join(File.pathSeparator, new OwnClassPath().entries());
    }
}
