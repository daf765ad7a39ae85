package mpj.runtime.rank;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * The main method of a class, found by the rules of Java 25 (JLS 12.1.4): {@code main(String[])} before
 * {@code main()}, static or on an instance, not private, possibly inherited.
 *
 * @param method the method
 * @param constructor makes the instance; null when the method is static
 */
record MainMethod(Method method, Constructor<?> constructor) {

    static MainMethod of(String className, ClassLoader loader) throws NoMainMethodException {
        Class<?> program;
        try {
            program = Class.forName(className, false, loader);
        } catch (ClassNotFoundException e) {
            throw new NoMainMethodException(
                "class " + className + " was not found; class path: " + System.getProperty("java.class.path"));
        }
        Method method = find(program, String[].class);
        if (method == null) {
            method = find(program);
        }
        if (method == null) {
            throw new NoMainMethodException("class " + className
                + " has no main method; it needs public static void main(String[] args)");
        }
        method.setAccessible(true);
        return new MainMethod(method, Modifier.isStatic(method.getModifiers()) ? null : constructor(program));
    }

    void invoke(String[] arguments) throws InvocationTargetException, NoMainMethodException {
        try {
            Object instance = constructor == null ? null : constructor.newInstance();
            if (method.getParameterCount() == 0) {
                method.invoke(instance);
            } else {
                method.invoke(instance, (Object) arguments);
            }
        } catch (IllegalAccessException | InstantiationException e) {
            throw new NoMainMethodException("the main method of " + method.getDeclaringClass().getName()
                + " cannot be called: " + e.getMessage());
        }
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
