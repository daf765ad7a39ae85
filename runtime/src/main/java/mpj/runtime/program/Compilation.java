package mpj.runtime.program;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticListener;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import mpj.runtime.bootstrap.Api;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.UsageException;

/** One run of the JDK's compiler, against one API. Without a compiler this class cannot be loaded. */
final class Compilation {
    private static final String MODULE = "module-info.java";
    /** The compiler's codes for a class or a member that is not there, or not with such arguments. */
    private static final Pattern MISSING =
        Pattern.compile("compiler\\.err\\.(cant\\.resolve|cant\\.apply|doesnt\\.exist)");
    private static final Comparator<Compilation> CLOSEST =
        Comparator.comparing(Compilation::missesMembers).thenComparing(attempt -> attempt.errors().size());

    private final List<Path> named;
    private final Path output;
    private final Api api;
    private final LibraryFiles library;
    private final List<Diagnostic<? extends JavaFileObject>> said = new ArrayList<>();
    private final Set<Path> sources = new TreeSet<>();
    private String mainClass;

    /**
     * Prepares a run.
     *
     * @param named the source files, the first of which has the main class
     * @param output the folder for classes; null to put each beside its source
     * @param library with all APIs
     */
    Compilation(List<Path> named, Path output, Api api, LibraryFiles library) {
        this.named = named;
        this.output = output;
        this.api = api;
        this.library = library;
    }

    String mainClass() {
        return mainClass;
    }

    /** The source files that were read. */
    Set<Path> sources() {
        return sources;
    }

    /** Returns whether the files compile. The compiler's messages are kept. */
    boolean run(List<String> classPath, List<String> options) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String path = library.of(api).classPath() + File.pathSeparator + String.join(File.pathSeparator, classPath);
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            // Errors in the file are ignored here. The real run of the compiler reports them, once.
            String roots = inspect(task(compiler, files, problem -> { }, List.of()));
            boolean module = named.stream().anyMatch(file -> file.endsWith(MODULE));
            // Strings are joined without invokedynamic, whose first use takes a rank up to a third of its start.
            List<String> words = new ArrayList<>(List.of(module ? "--module-path" : "-cp", path, "-sourcepath", roots,
                "-implicit:class", "-proc:none", "-g", "-XDstringConcat=inline"));
            if (output != null) {
                words.addAll(List.of("-d", output.toString()));
            }
            words.addAll(options);
            JavacTask task = task(compiler, files, said::add, words);
            task.addTaskListener(new TaskListener() {
                @Override
                public void finished(TaskEvent event) {
                    if (event.getKind() == TaskEvent.Kind.PARSE) {
                        sources.add(Path.of(event.getSourceFile().toUri()));
                    }
                }
            });
            return task.call();
        }
    }

    /** Prints the compiler's messages in the compiler's form. */
    void print() {
        said.forEach(System.err::println);
        if (!errors().isEmpty()) {
            System.err.println(errors().size() + (errors().size() == 1 ? " error" : " errors"));
        }
    }

    private List<Diagnostic<? extends JavaFileObject>> errors() {
        return said.stream().filter(each -> each.getKind() == Diagnostic.Kind.ERROR).toList();
    }

    /** Prints the errors of the attempt that comes closest, and returns an exception about all attempts. */
    static UsageException failure(List<Compilation> attempts) {
        Compilation closest = attempts.getFirst();
        String source = closest.files();
        String does = closest.named.size() == 1 ? " does" : " do";
        for (Compilation attempt : attempts) {
            closest = CLOSEST.compare(attempt, closest) < 0 ? attempt : closest;
        }
        closest.print();
        List<String> apis = attempts.stream().map(attempt -> attempt.api.word()).toList();
        if (attempts.size() == 1 || attempts.stream().allMatch(closest::reportsTheSame)) {
            return new UsageException(source + does + " not compile");
        }
        if (!closest.missesMembers()) {
            return new UsageException(source + does + " not compile against " + closest.api.word()
                + ", the API that fits " + (closest.named.size() == 1 ? "it" : "them") + " best");
        }
        String none = source + does + " not compile against any of the APIs " + String.join(", ", apis);
        for (Diagnostic<? extends JavaFileObject> error : closest.errors()) {
            if (attempts.stream().allMatch(attempt -> attempt.hasErrorAt(error))) {
                return new UsageException(none + ". The first error with all of them is " + place(error)
                    + ". Against " + closest.api.word() + " there are the fewest errors, which are above");
            }
        }
        return new UsageException(none + (closest.named.size() == 1 ? ", because it uses" : ", because they use")
            + " parts of several. " + String.join("; ", attempts.stream().map(Compilation::firstError).toList()));
    }

    private String files() {
        return named.stream().map(Path::toString).collect(Collectors.joining(", "));
    }

    private String firstError() {
        return "Against " + api.word() + ", the first error is " + place(errors().getFirst());
    }

    /** Whether the API lacks what the files use. The compiler looks for other errors only if nothing is missing. */
    private boolean missesMembers() {
        return errors().stream().anyMatch(error -> MISSING.matcher(error.getCode()).lookingAt());
    }

    /**
     * Whether there is an error at the same place. The API that has a method says what is wrong with its arguments, and
     * any other API says that there is no such method.
     */
    private boolean hasErrorAt(Diagnostic<? extends JavaFileObject> error) {
        return errors().stream().anyMatch(own -> isAtSamePlace(own, error));
    }

    private boolean hasErrorLike(Diagnostic<? extends JavaFileObject> error) {
        return errors().stream()
            .anyMatch(own -> isAtSamePlace(own, error) && own.getCode().equals(error.getCode()));
    }

    private static boolean isAtSamePlace(Diagnostic<? extends JavaFileObject> one,
                                         Diagnostic<? extends JavaFileObject> other) {
        return one.getPosition() == other.getPosition() && Objects.equals(one.getSource(), other.getSource());
    }

    /** Whether the errors are the same with the other API, so that the API is not their cause. */
    private boolean reportsTheSame(Compilation other) {
        return errors().size() == other.errors().size() && errors().stream().allMatch(other::hasErrorLike);
    }

    private static String place(Diagnostic<? extends JavaFileObject> error) {
        return "in line " + error.getLineNumber() + ": "
            + String.join(", ", error.getMessage(null).lines()
                .map(each -> each.strip().replaceAll(" +", " ")).toList());
    }

    private JavacTask task(JavaCompiler compiler, StandardJavaFileManager files,
                           DiagnosticListener<JavaFileObject> listener, List<String> options) {
        Iterable<? extends JavaFileObject> units = files.getJavaFileObjectsFromPaths(named);
        try {
            return (JavacTask) compiler.getTask(null, files, listener, options, null, units);
        } catch (IllegalArgumentException e) {
            throw new UsageException(files() + " cannot be compiled with the options of -J: " + e.getMessage());
        }
    }

    /** Finds the packages, and so the folders in which other sources are looked for, and the class to run. */
    private String inspect(JavacTask task) throws IOException {
        Set<String> roots = new LinkedHashSet<>();
        for (CompilationUnitTree unit : task.parse()) {
            Path source = Path.of(unit.getSourceFile().toUri());
            String packageName = unit.getPackageName() == null ? "" : unit.getPackageName().toString();
            roots.add(root(source, packageName).toString());
            if (mainClass == null) {
                String fileName = source.getFileName().toString();
                String type = mainType(unit, fileName.substring(0, fileName.length() - ".java".length()));
                mainClass = packageName.isEmpty() ? type : packageName + "." + type;
            }
        }
        return String.join(File.pathSeparator, roots);
    }

    /** The folder of a file, without the folders of its package. */
    private static Path root(Path source, String packageName) {
        Path root = source.getParent();
        if (!packageName.isEmpty() && root.endsWith(packageName.replace('.', File.separatorChar))) {
            for (int levels = packageName.split("\\.").length; levels > 0; levels--) {
                root = root.getParent();
            }
        }
        return root;
    }

    /** The type with the name of the file, otherwise the first type. */
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
        return first == null ? preferred : first;
    }
}
