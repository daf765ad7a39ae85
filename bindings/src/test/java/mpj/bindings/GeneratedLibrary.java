package mpj.bindings;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.UnionLayout;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mpj.bindings.libc.libc_h;

/** The output of jextract for one library. Reflection finds it, so additions are tested without being listed. */
record GeneratedLibrary(String name) {

    /** The layouts that every header class has, and what C calls them. */
    static final Map<String, String> BASIC_TYPES = Map.of("C_BOOL", "_Bool", "C_CHAR", "char",
            "C_SHORT", "short", "C_INT", "int", "C_LONG", "long", "C_LONG_LONG", "long long",
            "C_FLOAT", "float", "C_DOUBLE", "double", "C_POINTER", "void *");

    /** The files of libraries that must be loaded before this one. */
    private static final Map<String, String> FILES = Map.of("pmix", "libpmix.so.2");

    static List<GeneratedLibrary> all() throws IOException {
        try (Stream<Path> packages = Files.list(classes().resolve("mpj/bindings"))) {
            return packages.filter(Files::isDirectory).map(p -> p.getFileName().toString()).sorted()
                    .map(GeneratedLibrary::new).toList();
        }
    }

    private void load() throws IOException {
        String file = FILES.get(name);
        if (file == null) {
            return;
        }
        try {
            SymbolLookup.libraryLookup(file, Arena.global());
        } catch (IllegalArgumentException e) {
            abort(file + " is not installed");
        }
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            System.load(maps.filter(line -> line.contains("/" + file)).findFirst()
                    .map(line -> line.substring(line.indexOf('/'))).orElseThrow());
        }
    }

    /** The headers from which it was generated. */
    Path headers() {
        return Path.of("symbols", name + ".h").toAbsolutePath();
    }

    /** Skips the test if the library itself is missing. The C library is never missing. */
    void skipUnlessInstalled() throws IOException, ReflectiveOperationException {
        load();
        for (Field field : headerClass().getFields()) {
            if (field.getType() == NativeLibrary.class) {
                try {
                    ((NativeLibrary) field.get(null)).open();
                } catch (UnsatisfiedLinkError e) {
                    abort(name + " is not installed: " + e.getMessage());
                }
            }
        }
    }

    /** The folders of headers that its list of symbols names, as options of the C compiler. */
    List<String> includeOptions() throws IOException {
        return Files.readAllLines(Path.of("symbols", name + ".txt")).stream()
                .filter(line -> line.startsWith("-I ")).map(line -> line.replace(" ", "")).toList();
    }

    /** The symbols in its list, of the given kinds: function, constant, struct, union, typedef. */
    Set<String> listed(String... kinds) throws IOException {
        Pattern option = Pattern.compile("--include-(" + String.join("|", kinds) + ") +(\\S+)\\s*");
        return Files.readAllLines(Path.of("symbols", name + ".txt")).stream().map(option::matcher)
                .filter(Matcher::matches).map(line -> line.group(2)).collect(Collectors.toSet());
    }

    /** Layouts of structs, unions and type definitions, by their names in C. */
    Map<String, MemoryLayout> layouts() throws IOException, ReflectiveOperationException {
        Map<String, MemoryLayout> layouts = new TreeMap<>();
        for (Class<?> type : topLevelClasses()) {
            if (isStructOrUnion(type)) {
                GroupLayout layout = (GroupLayout) type.getMethod("layout").invoke(null);
                layouts.put(nameInC(type, layout), layout);
            }
        }
        for (Field field : headerClass().getFields()) {
            if (MemoryLayout.class.isAssignableFrom(field.getType())) {
                layouts.put(BASIC_TYPES.getOrDefault(field.getName(), field.getName()),
                        (MemoryLayout) field.get(null));
            }
        }
        return layouts;
    }

    /** Values of macros and enumeration constants, by name. */
    Map<String, Object> constants() throws IOException, ReflectiveOperationException {
        Set<String> fields = Arrays.stream(headerClass().getDeclaredFields()).map(Field::getName)
                .collect(Collectors.toSet());
        Map<String, Object> constants = new TreeMap<>();
        for (Method method : headerClass().getDeclaredMethods()) {
            if (isPublicGetter(method) && fields.contains(method.getName())) {
                constants.put(method.getName(), method.invoke(null));
            }
        }
        return constants;
    }

    /** Getters of the addresses of functions, by name. A call looks up the symbol. */
    Map<String, Method> functions() throws IOException, ReflectiveOperationException {
        Map<String, Method> functions = new TreeMap<>();
        for (Method method : headerClass().getDeclaredMethods()) {
            if (isPublicGetter(method) && method.getName().endsWith("$address")) {
                functions.put(method.getName().replace("$address", ""), method);
            }
        }
        for (Class<?> invoker : headerClass().getClasses()) {
            Method address = invoker.getMethod("address");
            if (address.getReturnType() == MemorySegment.class) {
                functions.put(invoker.getSimpleName(), address);
            }
        }
        return functions;
    }

    private Class<?> headerClass() throws ReflectiveOperationException {
        return Class.forName("mpj.bindings." + name + "." + name + "_h");
    }

    private List<Class<?>> topLevelClasses() throws IOException, ReflectiveOperationException {
        List<Path> files;
        try (Stream<Path> entries = Files.list(classes().resolve("mpj/bindings/" + name))) {
            files = entries.filter(file -> file.toString().endsWith(".class")).toList();
        }
        List<Class<?>> classes = new ArrayList<>();
        for (Path file : files) {
            String binaryName = file.getFileName().toString().replace(".class", "");
            Class<?> type = Class.forName("mpj.bindings." + name + "." + binaryName, false,
                    GeneratedLibrary.class.getClassLoader());
            if (!type.isMemberClass()) {
                classes.add(type);
            }
        }
        return classes;
    }

    private static Path classes() {
        try {
            return Path.of(libc_h.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isStructOrUnion(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .anyMatch(m -> m.getName().equals("layout") && GroupLayout.class == m.getReturnType());
    }

    /**
     * The layout has the tag as its name. A struct without a tag has the name of its type definition, which is also the
     * name of the class.
     */
    private static String nameInC(Class<?> type, GroupLayout layout) {
        if (!layout.name().orElse("").equals(type.getSimpleName())) {
            return type.getSimpleName();
        }
        return (layout instanceof UnionLayout ? "union " : "struct ") + type.getSimpleName();
    }

    private static boolean isPublicGetter(Method method) {
        return Modifier.isPublic(method.getModifiers()) && method.getParameterCount() == 0;
    }

    @Override
    public String toString() {
        return name;
    }
}
