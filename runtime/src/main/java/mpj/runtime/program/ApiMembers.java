package mpj.runtime.program;

import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mpj.runtime.bootstrap.Api;

/**
 * The members of an API. They are read from the API's jar when they are asked for. Classes that the program itself has
 * in package {@code mpi} or below also count.
 */
final class ApiMembers implements AutoCloseable {
    private static final String PACKAGE = "mpi/";
    private static final String OBJECT = "java/lang/Object";
    private static final Set<String> OF_OBJECT = Set.of("clone", "equals", "finalize", "getClass", "hashCode", "notify",
        "notifyAll", "toString", "wait");

    private final Api api;
    private final ClassSource classes;
    private final ClassSource own;
    private final Map<String, ClassFile.Declaration> declarations = new HashMap<>();

    /**
     * @param jar of the API
     * @param own the program's classes; a JVM uses them where the API has no class of the same name
     */
    ApiMembers(Api api, String jar, ClassSource own) {
        this.api = api;
        this.own = own;
        classes = ClassSource.of(List.of(jar));
    }

    Api api() {
        return api;
    }

    /** Whether a JVM would find the member in its owner, or in a type from which the owner inherits. */
    boolean has(ClassFile.Member member) {
        return member.name().isEmpty() ? declaration(member.owner()) != null : has(member.owner(), member);
    }

    /** Whether the class belongs to the API, and not to the program. */
    boolean hasClass(String name) {
        return classes.find(name) != null;
    }

    /** Whether a class of the JDK that a class of the API extends or implements has a method of this name. */
    private static boolean isOfJdk(String owner, String method) {
        try {
            for (Method each : Class.forName(owner.replace('/', '.')).getMethods()) {
                if (each.getName().equals(method)) {
                    return true;
                }
            }
            return false;
        } catch (ClassNotFoundException e) {
            return true; // this cannot be told
        }
    }

    private boolean has(String owner, ClassFile.Member member) {
        if (owner.equals(OBJECT)) {
            return OF_OBJECT.contains(member.name());
        }
        if (!owner.startsWith(PACKAGE)) {
            return isOfJdk(owner, member.name());
        }
        ClassFile.Declaration declaration = declaration(owner);
        if (declaration == null) {
            return false;
        }
        if (declaration.members().contains(member.name() + member.descriptor())) {
            return true;
        }
        if (member.name().equals("<init>")) {
            return false;
        }
        for (String supertype : declaration.supertypes()) {
            if (has(supertype, member)) {
                return true;
            }
        }
        return false;
    }

    private ClassFile.Declaration declaration(String name) {
        if (!declarations.containsKey(name)) {
            ClassFile ofApi = classes.find(name);
            ClassFile file = ofApi == null ? own.find(name) : ofApi;
            declarations.put(name, file == null ? null : file.declaration(ofApi != null));
        }
        return declarations.get(name);
    }

    @Override
    public void close() {
        classes.close();
    }
}
