package mpj.runtime.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import mpj.runtime.host.CacheFolder;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.UsageException;
import mpj.runtime.program.ApiDetection;
import mpj.runtime.program.ClassPath;
import mpj.runtime.program.CompilerOptions;
import mpj.runtime.program.SourceCompiler;

/** {@code mpjrun --compile}: compiles a program for later runs, with the JDK and the class path of those runs. */
final class Compiling {
    private Compiling() {
    }

    /** Returns the exit code. */
    static int run(CommandLine line, LibraryFiles library, Jdk jdk, Map<String, String> environment)
        throws IOException {
        String given = line.last(Option.CLASSES);
        if (!line.has(Option.COMPILE)) {
            throw new UsageException("-d " + given + ": it is the folder for what --compile makes; -D sets a system"
                + " property");
        }
        if (line.program().isEmpty()) {
            throw new UsageException("--compile: no file is named. Usage: mpjrun --compile FILE.java... [-d DIR]"
                + " [-cp PATH] [--api API]");
        }
        for (String name : line.program()) {
            if (!name.endsWith(".java")) {
                throw new UsageException("--compile " + name + ": its name does not end in .java");
            }
        }
        List<Path> sources = line.program().stream().map(ProgramSearch::existing).toList();
        ClassPath classPath = ClassPath.of(line.last(Option.CLASS_PATH), environment.get("CLASSPATH"),
            Path.of("").toAbsolutePath());
        classPath.warnings().forEach(warning -> System.err.println("mpjrun: " + warning));
        new SourceCompiler(library, jdk, CacheFolder.of(environment)).compile(sources, folder(given),
            classPath.entries(), CompilerOptions.among(line.all(Option.JVM_OPTION)),
            new ApiDetection(library).possible(JobSpecification.api(line.last(Option.API)), classPath.entries()));
        return 0;
    }

    /** Returns null when each class goes to the folder of its source. */
    private static Path folder(String given) {
        try {
            return given == null ? null : Files.createDirectories(Path.of(given).toAbsolutePath().normalize());
        } catch (IOException e) {
            throw new UsageException("-d " + given + ": the folder cannot be made: " + e);
        }
    }
}
