package mpj.runtime.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.Jdk;

/** One run of the JDK's compiler. */
final class Compilation {
    private final Path source;
    private final Path output;
    private final LibraryFiles library;
    private final Jdk jdk;
    private final Set<Path> sources = new TreeSet<>();
    private String mainClass;
    private Path sourceRoot;

    Compilation(Path source, Path output, LibraryFiles library, Jdk jdk) {
        this.source = source;
        this.output = output;
        this.library = library;
        this.jdk = jdk;
    }

    String mainClass() {
        return mainClass;
    }

    /** The source files that were read. */
    Set<Path> sources() {
        return sources;
    }

    void run(List<String> classPath, List<String> options) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new UsageException("the Java at " + jdk.home() + " has no compiler to compile " + source
                + "; set JAVA_HOME to a JDK");
        }
        String path = library.classPath() + File.pathSeparator + String.join(File.pathSeparator, classPath);
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            // What is wrong with the file is for the compiler proper to say, once.
            inspect(task(compiler, files, problem -> { }, List.of()));
            // Strings joined without invokedynamic: the first time costs a rank as much as a third of its start.
            List<String> words = new ArrayList<>(List.of("-d", output.toString(), "-cp", path, "-sourcepath",
                sourceRoot.toString(), "-implicit:class", "-proc:none", "-g", "-XDstringConcat=inline"));
            words.addAll(options);
            JavacTask task = task(compiler, files, null, words);
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

    private JavacTask task(JavaCompiler compiler, StandardJavaFileManager files,
                           DiagnosticListener<JavaFileObject> listener, List<String> options) {
        Iterable<? extends JavaFileObject> units = files.getJavaFileObjects(source);
        try {
            return (JavacTask) compiler.getTask(null, files, listener, options, null, units);
        } catch (IllegalArgumentException e) {
            throw new UsageException(source + " cannot be compiled with the options of -J: " + e.getMessage());
        }
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
        return first == null ? preferred : first;
    }
}
