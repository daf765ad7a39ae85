package mpj.runtime.launcher;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A command line of MPJ Express's starter, translated into mpjrun's words. The options of the starter may stand
 * anywhere, even among the program's arguments. Any other word in front of the program that begins with a dash is an
 * option of the JVM. Without options, there is a rank for each core, ranks are threads, and the working folder is
 * always part of the class path.
 *
 * @param words the translated command line
 * @param warnings about words that are ignored
 */
record MpjExpressLine(List<String> words, List<String> warnings) {
    /** Stands in front of such a line; {@code bin/mpjrun.sh} and {@code lib/starter.jar} put it there. */
    static final String MARK = "--mpj-express";
    private static final String RANKS = "-np";
    private static final String DEVICE = "-dev";
    private static final String MACHINES = "-machinesfile";
    private static final Set<String> WITH_VALUE = Set.of(RANKS, DEVICE, MACHINES, "-wdir", "-debug");
    private static final Set<String> FLAGS = Set.of("-src", "-profile", "-h");
    private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");
    /** Options with a value that have no effect here. */
    private static final Set<String> WITHOUT_EFFECT = Set.of("-dport", "-sport", "-mpjport", "-psl", "-mxboardnum",
        "-headnodeip");
    private static final Set<String> OF_NETWORKS = Set.of("niodev", "hybdev");
    /** The file in which MPJ Express looks for hosts unless the user names another. */
    private static final String DEFAULT_MACHINES = "machines";

    /** Whether the arguments are a line of MPJ Express. */
    static boolean isMeant(String[] arguments) {
        return arguments.length > 0 && arguments[0].equals(MARK);
    }

    /**
     * Translates the line behind the mark.
     *
     * @param variable the environment's CLASSPATH, or null
     * @param cores of this host
     * @param folder in which mpjrun was called
     */
    static MpjExpressLine of(String[] arguments, String variable, int cores, Path folder) {
        Reader reader = new Reader(Arrays.asList(arguments).subList(1, arguments.length));
        reader.read();
        return reader.line(variable, cores, folder);
    }

    /** Splits the words into options and program. */
    private static final class Reader {
        private final List<String> given;
        private final List<String> options = new ArrayList<>();
        private final Map<String, String> values = new TreeMap<>();
        private final List<String> classPath = new ArrayList<>();
        private final List<String> program = new ArrayList<>();
        private final List<String> warnings = new ArrayList<>();
        private int at;

        Reader(List<String> given) {
            this.given = given;
        }

        void read() {
            while (at < given.size()) {
                String word = given.get(at++);
                boolean valued = at < given.size();
                if (valued && CLASS_PATH.contains(word)) {
                    classPath.add(given.get(at++));
                } else if (valued && WITH_VALUE.contains(word)) {
                    values.put(word, given.get(at++));
                } else if (valued && WITHOUT_EFFECT.contains(word)) {
                    warnings.add("warning: " + word + " " + given.get(at++) + " is ignored. "
                        + OtherLaunchers.advice(word));
                } else if (valued && word.equals("-jar")) {
                    program.addFirst(given.get(at++));
                } else if (FLAGS.contains(word)) {
                    options.add(word);
                } else if (program.isEmpty() && word.startsWith("-")) {
                    ahead(word);
                } else {
                    program.add(word);
                }
            }
        }

        /** Takes an option in front of the program: an option of mpjrun, which is allowed as well, or of the JVM. */
        private void ahead(String word) {
            Option option = CommandLine.find(word);
            if (option == null && word.equals("-yarn")) {
                throw UnknownOption.of(word);
            }
            options.add(option == null ? Option.JVM_OPTION.name0() + word : word);
            boolean takesNext = option != null && option.form() == Option.Form.VALUE && !word.contains("=");
            if (takesNext && at < given.size()) {
                options.add(given.get(at++));
            }
        }

        MpjExpressLine line(String variable, int cores, Path folder) {
            values.putIfAbsent(RANKS, Integer.toString(cores));
            values.putIfAbsent(DEVICE, "multicore");
            Path machines = folder.resolve(DEFAULT_MACHINES);
            if (OF_NETWORKS.contains(values.get(DEVICE)) && Files.isRegularFile(machines)) {
                values.putIfAbsent(MACHINES, machines.toString());
            }
            if (values.containsKey(MACHINES)) {
                options.add(Option.OVERSUBSCRIBE.name0()); // the file only says which hosts there are
            }
            values.forEach((option, value) -> options.addAll(List.of(option, value)));
            if (classPath.isEmpty() && variable != null) {
                classPath.add(variable);
            }
            if (program.isEmpty() || !program.getFirst().endsWith(".jar")) {
                classPath.add(folder.toString());
            }
            if (!classPath.isEmpty()) {
                options.addAll(List.of("-cp", String.join(File.pathSeparator, classPath)));
            }
            options.add("--");
            options.addAll(program);
            return new MpjExpressLine(List.copyOf(options), List.copyOf(warnings));
        }
    }
}
