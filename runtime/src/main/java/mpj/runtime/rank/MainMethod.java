package mpj.runtime.rank;

import java.io.File;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The main method of a class, found by the rules of Java 25 (JLS 12.1.4): {@code main(String[])} before {@code main()},
 * static or on an instance, not private, possibly inherited.
 *
 * <p>The method is called by the {@code invokeExact} of a method handle. {@link Method#invoke} makes several handles
 * itself, which would add 5 ms to a rank's start.
 *
 * @param method the method
 * @param handle of the method
 * @param constructor makes the instance; null when the method is static
 */
record MainMethod(Method method, MethodHandle handle, Constructor<?> constructor) {

    static MainMethod of(String className, ClassLoader loader) throws NoMainMethodException {
        Class<?> program = className.indexOf('/') < 0 ? ofClassPath(className, loader) : ofModule(className);
        Method method = find(program, String[].class);
        if (method == null) {
            method = find(program);
        }
        if (method == null) {
            throw new NoMainMethodException("class " + className
                + " has no main method; it needs public static void main(String[] args)");
        }
        method.setAccessible(true);
        try {
            return new MainMethod(method, MethodHandles.lookup().unreflect(method),
                Modifier.isStatic(method.getModifiers()) ? null : constructor(program));
        } catch (IllegalAccessException e) {
            throw cannotBeCalled(method, e);
        }
    }

    private static Class<?> ofClassPath(String className, ClassLoader loader) throws NoMainMethodException {
        try {
            return Class.forName(className, false, loader);
        } catch (ClassNotFoundException e) {
            String classPath = programsClassPath();
            throw new NoMainMethodException("class " + className + " was not found; "
                + (classPath.isEmpty() ? "the class path is empty" : "class path: " + classPath));
        }
    }

    /**
     * The class path without the library's jars, which are in one folder. The class path of the ranks may contain them.
     */
    private static String programsClassPath() {
        CodeSource own = MainMethod.class.getProtectionDomain().getCodeSource();
        File library = own == null ? null : new File(URI.create(own.getLocation().toString())).getParentFile();
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.endsWith(".jar") || !Objects.equals(new File(entry).getParentFile(), library))
            .collect(Collectors.joining(File.pathSeparator));
    }

    /** Finds the class of MODULE/CLASS. The module exists, because the JVM has resolved it before it started. */
    private static Class<?> ofModule(String name) throws NoMainMethodException {
        int slash = name.indexOf('/');
        Module module = ModuleLayer.boot().findModule(name.substring(0, slash)).orElse(null);
        Class<?> program = module == null ? null : Class.forName(module, name.substring(slash + 1));
        if (program == null) {
            throw new NoMainMethodException("class " + name.substring(slash + 1) + " was not found in module "
                + name.substring(0, slash));
        }
        return program;
    }

    /** @throws Throwable what the program throws */
    void invoke(String[] arguments) throws Throwable {
        boolean takesArguments = method.getParameterCount() > 0;
        if (constructor == null) {
            if (takesArguments) {
                handle.invokeExact(arguments);
            } else {
                handle.invokeExact();
            }
        } else if (takesArguments) {
            handle.invoke(instance(), arguments);
        } else {
            handle.invoke(instance());
        }
    }

    private Object instance() throws Throwable {
        try {
            return constructor.newInstance();
        } catch (IllegalAccessException | InstantiationException e) {
            throw cannotBeCalled(method, e);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static NoMainMethodException cannotBeCalled(Method method, ReflectiveOperationException e) {
        return new NoMainMethodException("the main method of " + method.getDeclaringClass().getName()
            + " cannot be called: " + e.getMessage());
    }

    private static Method find(Class<?> program, Class<?>... parameters) {
        for (Class<?> c = program; c != null; c = c.getSuperclass()) {
            try {
                Method method = c.getDeclaredMethod("main", parameters);
                if (method.getReturnType() == void.class && !Modifier.isPrivate(method.getModifiers())) {
                    return method;
                }
            } catch (NoSuchMethodException e) {
                continue;
            }
        }
        return null;
    }

    private static Constructor<?> constructor(Class<?> program) throws NoMainMethodException {
        try {
            Constructor<?> constructor = program.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor;
        } catch (NoSuchMethodException e) {
            throw new NoMainMethodException("class " + program.getName()
                + " has an instance main method but no constructor without parameters");
        }
    }
}
