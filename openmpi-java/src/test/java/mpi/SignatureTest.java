package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.nio.Buffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Programs compiled against Open MPI's Java bindings find every member. Each additional class or member takes segments,
 * takes any buffer for an operation of a window, or is in the lists below.
 */
final class SignatureTest {
    private static final int CLASSES = 41;
    private static final int MEMBERS = 167 + 21 + 534;
    private static final int MODIFIERS =
        Modifier.PUBLIC | Modifier.PROTECTED | Modifier.STATIC | Modifier.FINAL | Modifier.ABSTRACT;
    private static final int VISIBLE = Modifier.PUBLIC | Modifier.PROTECTED;

    /** Classes of MPI that Open MPI's bindings lack. */
    private static final List<String> CLASSES_BEYOND = List.of("public final class mpi.Session");

    /** Members of MPI that Open MPI's bindings lack, or have only for buffers of java.nio. */
    private static final Set<String> BEYOND = Set.of(
        "public static java.lang.foreign.MemorySegment allocate(long)",
        "public static java.lang.foreign.MemorySegment allocate(long, java.lang.foreign.Arena)",
        "public static mpi.Win create(java.lang.foreign.MemorySegment, int, mpi.Info, mpi.Comm)",
        "public static mpi.Win allocate(long, int, mpi.Info, mpi.Comm)",
        "public static mpi.Win allocateShared(long, int, mpi.Info, mpi.Comm)",
        "public void attach(java.lang.foreign.MemorySegment)",
        "public long getAddress(java.nio.Buffer)",
        "public long getAddress(java.lang.foreign.MemorySegment)",
        "public java.lang.foreign.MemorySegment getSegment()",
        "public java.lang.foreign.MemorySegment sharedQuery(int)",
        "public static mpi.Datatype createSubarray(int[], int[], int[], int, mpi.Datatype)",
        "public static mpi.Datatype createDarray(int, int, int[], int[], int[], int[], int, mpi.Datatype)",
        "public static final int WIN_CREATE_FLAVOR",
        "public static final int WIN_MODEL",
        "public static final int WIN_FLAVOR_CREATE",
        "public static final int WIN_FLAVOR_ALLOCATE",
        "public static final int WIN_FLAVOR_DYNAMIC",
        "public static final int WIN_FLAVOR_SHARED",
        "public static final int WIN_UNIFIED",
        "public static final int WIN_SEPARATE",
        "public static final int ERR_RMA_RANGE",
        "public static final int ERR_RMA_ATTACH",
        "public static final int ERR_RMA_SHARED",
        "public static final int ERR_RMA_FLAVOR",
        "public final void revoke()",
        "public final boolean isRevoked()",
        "public final void agree(int[])",
        "public final mpi.Request iAgree(int[])",
        "public mpi.Comm shrink()",
        "public static mpi.Intercomm join(java.net.Socket)",
        "public final mpi.Group getFailed()",
        "public final int ackFailed(int)",
        "public static final int ERR_PROC_FAILED",
        "public static final int ERR_PROC_FAILED_PENDING",
        "public static final int ERR_REVOKED",
        "public static mpi.Session init(mpi.Info, mpi.Errhandler)",
        "public void finalizeSession()",
        "public boolean isNull()",
        "public int getNumPsets(mpi.Info)",
        "public java.lang.String getNthPset(mpi.Info, int)",
        "public mpi.Info getPsetInfo(java.lang.String)",
        "public mpi.Info getInfo()",
        "public mpi.Group groupFromPset(java.lang.String)",
        "public void setErrhandler(mpi.Errhandler)",
        "public mpi.Errhandler getErrhandler()",
        "public void callErrhandler(int)",
        "public static mpi.Intracomm createFromGroup(mpi.Group, java.lang.String, mpi.Info, mpi.Errhandler)",
        "public static mpi.Intercomm createFromGroups(mpi.Group, int, mpi.Group, int, java.lang.String, mpi.Info, "
            + "mpi.Errhandler)",
        "public static final int MAX_PSET_NAME_LEN",
        "public static final int MAX_STRINGTAG_LEN",
        "public static final int ERR_SESSION");

    @Test
    void everyMemberOfOpenMpisApiExistsAndOthersAreListed() throws Exception {
        Map<String, Set<String>> listed = listed();
        List<String> wrong = new ArrayList<>();
        Set<String> beyond = new HashSet<>();
        int members = 0;
        for (Map.Entry<String, Set<String>> each : listed.entrySet()) {
            Class<?> type = type(each.getKey());
            if (!each.getKey().equals(header(type))) {
                wrong.add(each.getKey() + ", but is " + header(type));
            }
            Map<String, Member> present = members(type);
            each.getValue().stream().filter(member -> !present.containsKey(member))
                .forEach(member -> wrong.add("missing in " + type.getName() + ": " + member));
            present.forEach((text, member) -> {
                if (!each.getValue().contains(text) && !isOverloadForSegments(member, each.getValue())
                    && !isOverloadOfWin(member, each.getValue()) && !isOverride(member)) {
                    beyond.add(text);
                }
            });
            members += each.getValue().size();
        }
        assertEquals(List.of(), wrong);
        assertEquals(new TreeSet<>(BEYOND), new TreeSet<>(beyond));
        assertEquals(MEMBERS, members);
    }

    @Test
    void noOtherClassIsPublic() throws Exception {
        Set<String> listed = new TreeSet<>();
        for (String header : listed().keySet()) {
            listed.add(type(header).getName());
        }
        assertEquals(CLASSES + CLASSES_BEYOND.size(), listed.size());
        assertEquals(listed, classes().filter(type -> (type.getModifiers() & VISIBLE) != 0).map(Class::getName)
            .collect(Collectors.toCollection(TreeSet::new)));
    }

    /**
     * To choose among the constructors or the methods of a name, javac compares the arguments with the parameters of
     * all that have as many, even of those that the program cannot call. So none of these may have a class of core.
     */
    @Test
    void programsCompileAgainstThisArtifactAlone() throws Exception {
        List<String> wrong = new ArrayList<>();
        for (Class<?> type : (Iterable<Class<?>>) classes().filter(each -> (each.getModifiers() & VISIBLE) != 0)
            ::iterator) {
            List<Executable> all = executables(type).toList();
            Set<String> callable = all.stream().filter(each -> (each.getModifiers() & VISIBLE) != 0)
                .map(SignatureTest::nameAndCount).collect(Collectors.toSet());
            all.stream().filter(each -> callable.contains(nameAndCount(each)))
                .filter(each -> Arrays.stream(each.getParameterTypes()).anyMatch(SignatureTest::isBelow))
                .forEach(each -> wrong.add(each.toString()));
        }
        assertEquals(List.of(), wrong);
    }

    /** The constructors of a class, and the methods that it declares or inherits. */
    private static Stream<Executable> executables(Class<?> type) {
        Stream<Method> methods = Stream.<Class<?>>iterate(type, Objects::nonNull, Class::getSuperclass)
            .flatMap(each -> Arrays.stream(each.getDeclaredMethods()));
        return Stream.concat(Arrays.stream(type.getDeclaredConstructors()), methods);
    }

    private static String nameAndCount(Executable executable) {
        return executable.getName() + " " + executable.getParameterCount();
    }

    private static boolean isBelow(Class<?> parameter) {
        return parameter.getName().replace("[L", "").startsWith("mpj");
    }

    @Test
    void exceptionIsUnchecked() {
        assertTrue(RuntimeException.class.isAssignableFrom(MPIException.class));
    }

    /** The values differ between libraries, so a program must take those of the library that it runs with. */
    @Test
    void numbersAreCompileTimeConstantsOnlyWhereTheListSaysSo() throws Exception {
        Set<String> listed = new TreeSet<>();
        for (Map.Entry<String, Set<String>> each : listed().entrySet()) {
            for (String member : each.getValue()) {
                if (member.contains(" = ")) {
                    listed.add(type(each.getKey()).getSimpleName() + "." + member.replaceAll(".* (\\w+) = .*", "$1"));
                }
            }
        }
        Set<String> constants = new TreeSet<>();
        classes().forEach(type -> new ClassFile(type).constants
            .forEach(name -> constants.add(type.getSimpleName() + "." + name)));
        assertEquals(Set.of("Comm.TYPE_SHARED", "Win.WIN_NULL", "Win.FLAVOR_PRIVATE", "Win.FLAVOR_SHARED"), listed);
        assertEquals(listed, constants);
    }

    /** The numbers of a group differ from each other, and so do numbers that may be passed for the same argument. */
    @Test
    void numbersThatStandInTheSamePlaceDiffer() throws Exception {
        List<String> groups = List.of("THREAD_", "ERR_(?!LASTCODE)|SUCCESS", "ORDER_", "DISTRIBUTE_", "SEEK_", "LOCK_",
            "MODE_(CREATE|RDONLY|WRONLY|RDWR|DELETE|UNIQUE|EXCL|APPEND|SEQUENTIAL)", "MODE_NO",
            "WIN_(BASE|SIZE|DISP_UNIT|CREATE_FLAVOR|MODEL)", "WIN_FLAVOR_", "WIN_(UNIFIED|SEPARATE)",
            "IDENT|CONGRUENT|SIMILAR|UNEQUAL", "CART|GRAPH|DIST_GRAPH|UNDEFINED", "ANY_SOURCE|PROC_NULL|ROOT|UNDEFINED",
            "TAG_UB|HOST|IO|WTIME_IS_GLOBAL|APPNUM|LASTUSEDCODE|UNIVERSE_SIZE|KEYVAL_INVALID");
        for (String group : groups) {
            Map<Integer, String> names = new LinkedHashMap<>();
            for (Field field : MPI.class.getFields()) {
                if (field.getType() == int.class && field.getName().matches("(" + group + ").*")) {
                    String other = names.put(field.getInt(null), field.getName());
                    assertEquals(null, other, field.getName());
                }
            }
            assertTrue(names.size() > 1, group);
        }
    }

    // ------------------------------------------------------------------------------------------- the list

    private static List<String> lines(String resource) throws IOException {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
            SignatureTest.class.getResourceAsStream(resource), StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.startsWith("#") && !line.isBlank()).toList();
        }
    }

    /** The members of each class in Open MPI's bindings, by the header of the class. */
    private static Map<String, Set<String>> listed() throws Exception {
        Map<String, Set<String>> classes = new LinkedHashMap<>();
        Set<String> members = Set.of();
        String header = "";
        for (String line : lines("signatures.txt")) {
            if (line.startsWith(" ")) {
                members.add(normal(line.strip(), header.contains(" final ")));
            } else {
                header = line.replace("extends java.lang.Exception", "extends java.lang.RuntimeException");
                members = new HashSet<>();
                classes.put(header, members);
            }
        }
        CLASSES_BEYOND.forEach(each -> classes.put(each, Set.of()));
        return classes;
    }

    /** A method of a final class cannot be overridden in any case. */
    private static String normal(String member, boolean inFinalClass) {
        return inFinalClass && member.contains("(") ? member.replace(" final ", " ") : member;
    }

    private static Class<?> type(String header) throws ClassNotFoundException {
        String name = header.replaceAll(" (extends|implements) .*", "").replaceAll(".* ", "");
        return Class.forName("mpi." + name.substring("mpi.".length()).replace('.', '$'));
    }

    // ------------------------------------------------------------------------------------------- the library

    private static Stream<Class<?>> classes() throws Exception {
        Path folder = Path.of(MPI.class.getProtectionDomain().getCodeSource().getLocation().toURI()).resolve("mpi");
        List<Class<?>> classes = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (String name : files.map(file -> file.getFileName().toString()).toList()) {
                if (name.endsWith(".class") && !name.startsWith("package-info")) {
                    classes.add(Class.forName("mpi." + name.substring(0, name.length() - ".class".length())));
                }
            }
        }
        return classes.stream();
    }

    private static String header(Class<?> type) {
        int modifiers = type.getModifiers() & MODIFIERS & ~Modifier.STATIC;
        if (type.isInterface()) {
            return Modifier.toString(modifiers & ~Modifier.ABSTRACT) + " interface " + name(type);
        }
        Class<?> parent = type.getSuperclass();
        return Modifier.toString(modifiers) + " class " + name(type)
            + (parent == Object.class ? "" : " extends " + name(parent))
            + (type.getInterfaces().length == 0 ? "" : " implements " + Arrays.stream(type.getInterfaces())
                .map(SignatureTest::name).collect(Collectors.joining(",")));
    }

    private static String name(Type type) {
        return type.getTypeName().replace('$', '.');
    }

    /** The visible members that a class declares itself. */
    private static Map<String, Member> members(Class<?> type) throws IllegalAccessException {
        boolean extended = Modifier.isAbstract(type.getModifiers()) && !type.isInterface();
        int visible = extended ? VISIBLE : Modifier.PUBLIC;
        Map<String, Member> members = new LinkedHashMap<>();
        for (Field field : type.getDeclaredFields()) {
            if ((field.getModifiers() & visible) != 0) {
                String text = modifiers(field) + name(field.getType()) + " " + field.getName();
                boolean constant = field.getType() == int.class && type != MPI.class;
                members.put(constant ? text + " = " + field.get(null) : text, field);
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if ((constructor.getModifiers() & visible) != 0) {
                members.put(modifiers(constructor) + name(type) + parameters(constructor), constructor);
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            if ((method.getModifiers() & visible) != 0 && !method.isSynthetic()) {
                String text = modifiers(method) + variables(method) + name(method.getGenericReturnType()) + " "
                    + method.getName() + parameters(method);
                members.put(normal(text, Modifier.isFinal(type.getModifiers())), method);
            }
        }
        return members;
    }

    private static String modifiers(Member member) {
        return Modifier.toString(member.getModifiers() & MODIFIERS) + " ";
    }

    private static String variables(Method method) {
        TypeVariable<?>[] variables = method.getTypeParameters();
        return variables.length == 0 ? "" : Arrays.stream(variables)
            .map(variable -> variable.getName() + " extends " + name(variable.getBounds()[0]))
            .collect(Collectors.joining(", ", "<", "> "));
    }

    private static String parameters(Executable method) {
        Type[] types = method instanceof Method ? method.getGenericParameterTypes() : method.getParameterTypes();
        return Arrays.stream(types).map(SignatureTest::name).collect(Collectors.joining(", ", "(", ")"));
    }

    private static boolean isOverloadForSegments(Member member, Set<String> listed) {
        if (!(member instanceof Method method)) {
            return false;
        }
        boolean segments = Arrays.asList(method.getParameterTypes()).contains(MemorySegment.class);
        return segments
            && listed.contains(text(method).replace(MemorySegment.class.getName(), Buffer.class.getName()));
    }

    /** Whether this is an operation of a window that takes any buffer, with a displacement that is a long. */
    private static boolean isOverloadOfWin(Member member, Set<String> listed) {
        return member instanceof Method method && method.getDeclaringClass() == Win.class && listed.contains(
            text(method).replace(Object.class.getName(), Buffer.class.getName()).replace(" long", " int"));
    }

    private static String text(Method method) {
        return normal(modifiers(method) + name(method.getReturnType()) + " " + method.getName() + parameters(method),
            Modifier.isFinal(method.getDeclaringClass().getModifiers()));
    }

    private static boolean isOverride(Member member) {
        if (!(member instanceof Method method) || Modifier.isStatic(method.getModifiers())) {
            return false;
        }
        for (Class<?> type = method.getDeclaringClass().getSuperclass(); type != null; type = type.getSuperclass()) {
            try {
                return Modifier.isPublic(
                    type.getDeclaredMethod(method.getName(), method.getParameterTypes()).getModifiers());
            } catch (NoSuchMethodException e) {
                continue; // perhaps in a superclass
            }
        }
        return false;
    }

    /** The facts of a class file that reflection does not give. */
    private static final class ClassFile {
        private static final int MAGIC_AND_VERSION = 8;
        private static final int ACCESS_AND_NAMES = 6;

        private final List<String> texts = new ArrayList<>();
        /** The names of the visible fields that are compile-time constants. */
        private final List<String> constants = new ArrayList<>();

        ClassFile(Class<?> type) {
            String file = type.getName().substring("mpi.".length()) + ".class";
            try (DataInputStream in = new DataInputStream(type.getResourceAsStream(file))) {
                in.skipNBytes(MAGIC_AND_VERSION);
                int entries = in.readUnsignedShort();
                texts.add(null);
                while (texts.size() < entries) {
                    readEntry(in);
                }
                in.skipNBytes(ACCESS_AND_NAMES);
                in.skipNBytes(Short.BYTES * (long) in.readUnsignedShort()); // the interfaces
                for (int field = in.readUnsignedShort(); field > 0; field--) {
                    readField(in);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void readEntry(DataInputStream in) throws IOException {
            String text = null;
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> text = in.readUTF();
                case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
                case 5, 6 -> {
                    in.skipNBytes(8);
                    texts.add(null); // a long or a double takes two entries
                }
                default -> throw new IOException("an entry of kind " + tag);
            }
            texts.add(text);
        }

        private void readField(DataInputStream in) throws IOException {
            int access = in.readUnsignedShort();
            String name = texts.get(in.readUnsignedShort());
            in.skipNBytes(Short.BYTES); // the type
            for (int attribute = in.readUnsignedShort(); attribute > 0; attribute--) {
                boolean constant = texts.get(in.readUnsignedShort()).equals("ConstantValue");
                in.skipNBytes(in.readInt());
                if (constant && (access & VISIBLE) != 0) {
                    constants.add(name);
                }
            }
        }
    }
}
