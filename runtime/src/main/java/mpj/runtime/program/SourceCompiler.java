package mpj.runtime.program;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import mpj.runtime.bootstrap.Api;
import mpj.runtime.host.CacheFolder;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.UsageException;

/**
 * Makes a program from its .java file. The file is compiled once, with the other source files that it needs from its
 * folder. The classes are kept in the cache, under the contents of all these files.
 *
 * <p>For each main source file, and each way to compile it, the cache has an index. The index names the folder of
 * classes, and the sources with their digests. It is used while all digests still match. A rename puts both in place,
 * so two mpjruns can do this at the same time.
 */
public final class SourceCompiler {
    private static final String COMPILER = "jdk.compiler";

    private final LibraryFiles library;
    private final Jdk jdk;
    private final CacheFolder cache;

    /** @param library with all APIs */
    public SourceCompiler(LibraryFiles library, Jdk jdk, CacheFolder cache) {
        this.library = library;
        this.jdk = jdk;
        this.cache = cache;
    }

    /**
     * Compiles the program whose main class is in this file.
     *
     * @param options for the compiler, in addition to this class's own
     * @param apis the APIs for which it may be written; the first with which it compiles is taken
     * @throws UsageException when it does not compile; the compiler has printed why
     */
    public Program compile(Path source, List<String> classPath, List<String> options, List<Api> apis) {
        try {
            Optional<Path> folder = cache.writable("compiled");
            if (folder.isEmpty()) {
                return compileForOnce(source, classPath, options, apis);
            }
            String way = String.join("\n", source.toString(), String.join(File.pathSeparator, classPath),
                String.join(" ", options), apis.toString(), jdk.identity(), library.identity());
            String key = CompiledSource.digest(way.getBytes(StandardCharsets.UTF_8));
            Path indexFile = folder.get().resolve(key + ".index");
            CompiledSource index = CompiledSource.read(indexFile);
            if (index == null || !index.isCurrent()) {
                index = compileInto(folder.get(), source, classPath, options, apis);
                index.write(indexFile);
            }
            return index.program(classPath);
        } catch (IOException e) {
            throw new UncheckedIOException("compiling " + source + ": " + e.getMessage(), e);
        }
    }

    /**
     * Compiles files for the user, who runs the classes later. The cache is not used.
     *
     * @param folder for the classes; null to put each beside its source
     * @param apis the APIs for which they may be written; the first with which they compile is taken
     * @throws UsageException when they do not compile; the compiler has printed why
     */
    public void compile(List<Path> sources, Path folder, List<String> classPath, List<String> options, List<Api> apis)
        throws IOException {
        checkCompiler(sources.getFirst());
        List<Compilation> failed = new ArrayList<>();
        for (Api api : apis) {
            Compilation compilation = new Compilation(sources, folder, api, library);
            if (compilation.run(classPath, options)) {
                compilation.print();
                return;
            }
            failed.add(compilation);
        }
        throw Compilation.failure(failed);
    }

    /** Compiles into a folder that is deleted with this process, because there is no writable cache. */
    private Program compileForOnce(Path source, List<String> classPath, List<String> options, List<Api> apis)
        throws IOException {
        Path folder = Files.createTempDirectory("mpjrun");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                CacheFolder.delete(folder);
            } catch (IOException e) {
                System.err.println("mpjrun: " + folder + " cannot be deleted: " + e.getMessage());
            }
        }));
        return compileInto(folder, source, classPath, options, apis).program(classPath);
    }

    private CompiledSource compileInto(Path folder, Path source, List<String> classPath, List<String> options,
                                       List<Api> apis) throws IOException {
        checkCompiler(source);
        List<Compilation> failed = new ArrayList<>();
        for (Api api : apis) {
            Path fresh = CacheFolder.workFolder(folder);
            try {
                Compilation compilation = new Compilation(List.of(source), fresh, api, library);
                if (compilation.run(classPath, options)) {
                    compilation.print();
                    CompiledSource made = CompiledSource.of(api, compilation.mainClass(), compilation.sources(),
                        folder, fresh);
                    move(fresh, made.classes());
                    return made;
                }
                failed.add(compilation);
            } finally {
                CacheFolder.delete(fresh);
            }
        }
        throw Compilation.failure(failed);
    }

    private void checkCompiler(Path source) {
        if (!Jdk.has(COMPILER)) {
            throw new UsageException(source + " takes a JDK " + Jdk.LEAST + " or later, which compiles it; the Java in "
                + jdk.home() + " is a JRE " + jdk.feature() + ", which runs classes and jars only. Install a JDK or set"
                + " JAVA_HOME to one; bin/find-jdk says what else was found");
        }
    }

    private static void move(Path fresh, Path classes) throws IOException {
        try {
            Files.move(fresh, classes, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            // Another mpjrun has compiled the same sources at the same time. Its classes are as good.
            if (!Files.isDirectory(classes)) {
                throw e;
            }
        }
    }
}
