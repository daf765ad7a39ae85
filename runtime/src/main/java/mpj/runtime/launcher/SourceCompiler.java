package mpj.runtime.launcher;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Runs a program from its .java file: compiled once, with the other source files that it needs from its folder, and
 * kept in the cache under the contents of all of them.
 *
 * <p>For each main source file and way to compile it the cache has an index, which names the folder of classes and the
 * sources it was made from with their digests; it is used while they all still match. Both are put in place by a
 * rename, so that two mpjruns at once do no harm.
 */
final class SourceCompiler {
    private final Library library;
    private final Jdk jdk;
    private final CacheFolder cache;

    SourceCompiler(Library library, Jdk jdk, CacheFolder cache) {
        this.library = library;
        this.jdk = jdk;
        this.cache = cache;
    }

    /**
     * The program whose main class is in this file.
     *
     * @throws UsageException when it does not compile; the compiler has printed why
     */
    Program compile(Path source, List<String> classPath) {
        try {
            Optional<Path> folder = cache.writable("compiled");
            if (folder.isEmpty()) {
                return compileForOnce(source, classPath);
            }
            String way = String.join("\n", source.toString(), String.join(File.pathSeparator, classPath),
                jdk.identity(), library.identity());
            Path indexFile = folder.get().resolve(digest(way.getBytes(StandardCharsets.UTF_8)) + ".index");
            Index index = Index.read(indexFile);
            if (index == null || !index.isCurrent()) {
                index = compileInto(folder.get(), source, classPath);
                index.write(indexFile);
            }
            return index.program(classPath);
        } catch (IOException e) {
            throw new UncheckedIOException("compiling " + source + ": " + e.getMessage(), e);
        }
    }

    /** Where there is no cache to write to: into a folder that goes with this process. */
    private Program compileForOnce(Path source, List<String> classPath) throws IOException {
        Path folder = Files.createTempDirectory("mpjrun");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteAll(folder)));
        return compileInto(folder, source, classPath).program(classPath);
    }

    private Index compileInto(Path folder, Path source, List<String> classPath) throws IOException {
        Path fresh = Files.createTempDirectory(folder, "new");
        try {
            Compilation compilation = new Compilation(source, fresh);
            compilation.run(classPath);
            Index made = Index.of(compilation.mainClass(), compilation.sources(), folder, fresh);
            move(fresh, made.classes());
            return made;
        } finally {
            deleteAll(fresh);
        }
    }

    private static void move(Path fresh, Path classes) throws IOException {
        try {
            Files.move(fresh, classes, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            // Another mpjrun compiled the same sources at the same time: its classes are as good.
            if (!Files.isDirectory(classes)) {
                throw e;
            }
        }
    }

    private static void deleteAll(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (var files = Files.walk(folder)) {
            files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException("deleting " + folder, e);
        }
    }

    private static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    /**
     * What the cache knows about a source file.
     *
     * @param mainClass the class to run
     * @param classes where the compiled classes are
     * @param sources each source file with its digest
     */
    private record Index(String mainClass, Path classes, List<Source> sources) {

        private record Source(String digest, Path file) {
        }

        static Index of(String mainClass, Set<Path> files, Path folder, Path compiled) throws IOException {
            List<Source> sources = new ArrayList<>();
            StringBuilder contents = new StringBuilder();
            for (Path file : files) {
                Source source = new Source(digest(Files.readAllBytes(file)), file);
                sources.add(source);
            }
            // The digest is of the classes: they depend on compiler and class path as well as on the sources.
            try (var walk = Files.walk(compiled)) {
                for (Path file : (Iterable<Path>) walk.filter(Files::isRegularFile).sorted()::iterator) {
                    contents.append(compiled.relativize(file)).append(digest(Files.readAllBytes(file)));
                }
            }
            String name = digest(contents.toString().getBytes(StandardCharsets.UTF_8));
            return new Index(mainClass, folder.resolve(name), sources);
        }

        static Index read(Path file) {
            try {
                List<String> lines = Files.readAllLines(file);
                List<Source> sources = new ArrayList<>();
                for (String line : lines.subList(2, lines.size())) {
                    int space = line.indexOf(' ');
                    sources.add(new Source(line.substring(0, space), Path.of(line.substring(space + 1))));
                }
                return new Index(lines.get(0), Path.of(lines.get(1)), sources);
            } catch (IOException | IndexOutOfBoundsException e) {
                return null;
            }
        }

        void write(Path file) throws IOException {
            List<String> lines = new ArrayList<>(List.of(mainClass, classes.toString()));
            for (Source source : sources) {
                lines.add(source.digest + " " + source.file);
            }
            Path fresh = Files.createTempFile(file.getParent(), "new", ".index");
            Files.write(fresh, lines);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        }

        boolean isCurrent() {
            try {
                for (Source source : sources) {
                    if (!source.digest.equals(digest(Files.readAllBytes(source.file)))) {
                        return false;
                    }
                }
            } catch (IOException e) {
                return false;
            }
            return !sources.isEmpty() && Files.isDirectory(classes);
        }

        Program program(List<String> classPath) {
            List<String> entries = new ArrayList<>();
            entries.add(classes.toString());
            entries.addAll(classPath);
            return new Program(mainClass, entries);
        }
    }

    /** One run of the JDK's compiler. */
    private final class Compilation {
        private final Path source;
        private final Path output;
        private final Set<Path> sources = new TreeSet<>();
        private String mainClass;
        private Path sourceRoot;

        Compilation(Path source, Path output) {
            this.source = source;
            this.output = output;
        }

        String mainClass() {
            return mainClass;
        }

        /** The source files that were read. */
        Set<Path> sources() {
            return sources;
        }

        void run(List<String> classPath) throws IOException {
            JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            if (compiler == null) {
                throw new UsageException("the Java at " + jdk.home() + " has no compiler to compile " + source
                    + "; set JAVA_HOME to a JDK");
            }
            String path = library.classPath() + File.pathSeparator + String.join(File.pathSeparator, classPath);
            try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
                inspect(task(compiler, files, List.of()));
                JavacTask task = task(compiler, files, List.of("-d", output.toString(), "-cp", path,
                    "-sourcepath", sourceRoot.toString(), "-implicit:class", "-proc:none", "-g"));
                task.addTaskListener(new TaskListener() {
                    @Override
                    public void finished(TaskEvent event) {
                        if (event.getKind() == TaskEvent.Kind.PARSE) {
                            sources.add(Path.of(event.getSourceFile().toUri()));
                        }
                    }
                });
                if (!task.call()) {
                    throw new UsageException(source + " does not compile");
                }
            }
        }

        private JavacTask task(JavaCompiler compiler, StandardJavaFileManager files, List<String> options) {
            Iterable<? extends JavaFileObject> units = files.getJavaFileObjects(source);
            return (JavacTask) compiler.getTask(null, files, null, options, null, units);
        }

        /** Finds the package, hence the folder in which other sources are looked for, and the class to run. */
        private void inspect(JavacTask task) throws IOException {
            CompilationUnitTree unit = task.parse().iterator().next();
            String packageName = unit.getPackageName() == null ? "" : unit.getPackageName().toString();
            sourceRoot = source.getParent();
            if (!packageName.isEmpty() && sourceRoot.endsWith(packageName.replace('.', File.separatorChar))) {
                for (int levels = packageName.split("\\.").length; levels > 0; levels--) {
                    sourceRoot = sourceRoot.getParent();
                }
            }
            String fileName = source.getFileName().toString();
            String type = mainType(unit, fileName.substring(0, fileName.length() - ".java".length()));
            mainClass = packageName.isEmpty() ? type : packageName + "." + type;
        }

        /** The type that has the file's name, else the first. */
        private String mainType(CompilationUnitTree unit, String preferred) {
            String first = null;
            for (Tree tree : unit.getTypeDecls()) {
                if (tree instanceof ClassTree type) {
                    String name = type.getSimpleName().toString();
                    if (name.equals(preferred)) {
                        return name;
                    }
                    first = first == null ? name : first;
                }
            }
            // No type: the compiler proper will say what is wrong with the file.
            return first == null ? preferred : first;
        }
    }
}
