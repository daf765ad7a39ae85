package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** Parameters that describe a message have one order in the whole library. */
class ParameterOrderTest {
    private static final Path HOME = Path.of(System.getProperty("tests.lib")).getParent().getParent();
    private static final List<String> MODULES = List.of("settings", "events", "bindings", "buffers", "collectives",
        "core", "mpj", "openmpi-java", "runtime", "checkpoint", "transports/spi", "transports/ring",
        "transports/shm-mmap", "transports/threads", "transports/nio", "transports/device", "transports/libfabric",
        "transports/verbs", "transports/mpi");
    /** A caller can mix up the arguments of a method that has this many. */
    private static final int MANY = 7;

    /** A method, and where it is declared. */
    private record Declared(String file, MethodTree method) {
        @Override
        public String toString() {
            return file + ": " + method.getName() + method.getParameters();
        }
    }

    private static List<JavaFileObject> sources(StandardJavaFileManager manager) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String module : MODULES) {
            for (String folder : List.of("src/main/java", "src/main/templates/mpi",
                    "target/generated-sources/collectives")) {
                Path root = HOME.resolve(module).resolve(folder);
                if (Files.isDirectory(root)) {
                    try (Stream<Path> files = Files.walk(root)) {
                        files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                    }
                }
            }
        }
        List<JavaFileObject> objects = new ArrayList<>();
        manager.getJavaFileObjectsFromPaths(sources).forEach(objects::add);
        return objects;
    }

    private static List<Declared> methods(List<? extends JavaFileObject> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<Declared> methods = new ArrayList<>();
        JavacTask task = (JavacTask) compiler.getTask(null, null, null, List.of("-proc:none"), null, sources);
        for (CompilationUnitTree unit : task.parse()) {
            String file = Path.of(unit.getSourceFile().getName()).getFileName().toString();
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitMethod(MethodTree method, Void nothing) {
                    methods.add(new Declared(file, method));
                    return super.visitMethod(method, nothing);
                }
            }.scan(unit, null);
        }
        return methods;
    }

    private static MethodTree method(String parameters) throws IOException {
        String source = "interface Some { void call(" + parameters + "); }";
        return methods(List.of(new SimpleJavaFileObject(URI.create("string:///Some.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        })).getFirst().method();
    }

    private static void assertOrder(boolean holds, String parameters) throws IOException {
        assertEquals(holds, ParameterOrder.holds(method(parameters)), parameters);
    }

    @Test
    void parametersOfAMessageHaveOneOrder() throws IOException {
        List<Declared> methods;
        try (StandardJavaFileManager manager = ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null,
            null)) {
            methods = methods(sources(manager)).stream()
                .filter(each -> each.method().getParameters().size() >= MANY).toList();
        }
        long described = methods.stream().filter(each -> ParameterOrder.describesMessage(each.method())).count();
        assertTrue(described > 100, () -> described + " of " + methods.size() + " methods describe a message");
        assertEquals("", String.join("\n", methods.stream().filter(each -> !ParameterOrder.holds(each.method()))
            .map(Declared::toString).toList()));
    }

    @Test
    void envelopeComesAfterTheElements() throws IOException {
        assertOrder(true, "Object buffer, ElementType type, long from, long bytes, int context, int source, int tag");
        assertOrder(false, "int tag, Object buffer, long bytes, long from");
        assertOrder(false, "Object buffer, ElementType type, long bytes, long from");
        assertOrder(false, "Object buffer, int context, int destination, int tag, long bytes");
    }

    @Test
    void contextPrecedesTheRankAndTheRankItsTag() throws IOException {
        assertOrder(true, "int context, int peer, int tag, long sequence");
        assertOrder(false, "int peer, int context, int tag, long sequence");
        assertOrder(false, "int context, int tag, int peer, long sequence");
    }

    @Test
    void eachOfTwoBuffersIsDescribedInOrder() throws IOException {
        assertOrder(true, "Object sendbuf, int sendcount, Datatype sendtype, int dest, int sendtag, Object recvbuf,"
            + " int recvcount, Datatype recvtype, int source, int recvtag");
        assertOrder(false, "Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, Datatype recvtype,"
            + " int recvcount");
    }

    @Test
    void targetOfAWindowIsDescribedAfterTheBuffer() throws IOException {
        assertOrder(true, "Object origin, int count, Datatype type, int target, int targetCount, Datatype targetType");
        assertOrder(false, "Object origin, int count, Datatype type, int target, Datatype targetType, int targetCount");
    }

    @Test
    void onlyMethodsWithSeveralSuchParametersDescribeAMessage() throws IOException {
        assertTrue(ParameterOrder.describesMessage(method("Object buffer, long from, long bytes, int tag")));
        assertFalse(ParameterOrder.describesMessage(method("Object buffer, String name, Runnable then, int number")));
    }
}
