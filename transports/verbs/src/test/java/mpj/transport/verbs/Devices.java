package mpj.transport.verbs;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import mpj.transport.spi.Job;
import mpj.transport.spi.TransportException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whether tests over a device can run on this machine, and a main class for machines on which they must run. */
public final class Devices {
    private static final List<Class<?>> TESTS = List.of(VerbsTransportTest.class, OtherJobTest.class,
        EagerRingsTest.class, FailureTest.class);

    private Devices() {
    }

    /** Skips a test if there is no device, with the reason that the transport gives. */
    static void assume() {
        String reason = null;
        try {
            new VerbsProvider().open(new Job(0, 1, 1, new byte[1]), "").close();
        } catch (TransportException e) {
            reason = e.getMessage();
        }
        Assumptions.assumeTrue(reason == null, reason);
    }

    /**
     * Runs all tests without JUnit's launcher, for machines on which a JVM takes long to start. A skipped test counts
     * as failed.
     *
     * @param args names of test classes; all if there is none
     */
    public static void main(String[] args) throws Exception {
        boolean failed = false;
        for (Class<?> tests : TESTS) {
            boolean wanted = args.length == 0 || List.of(args).contains(tests.getSimpleName());
            for (Method test : wanted ? annotated(tests, Test.class) : List.<Method>of()) {
                failed |= !passes(tests.getDeclaredConstructor().newInstance(), test);
            }
        }
        System.exit(failed ? 1 : 0);
    }

    private static boolean passes(Object tests, Method test) throws IllegalAccessException {
        long start = System.nanoTime();
        boolean passed = invoke(tests, annotated(tests.getClass(), BeforeEach.class)) && invoke(tests, List.of(test));
        passed &= invoke(tests, annotated(tests.getClass(), AfterEach.class));
        System.out.println((passed ? "passed " : "FAILED ") + tests.getClass().getSimpleName() + "." + test.getName()
            + ", " + (System.nanoTime() - start) / 1_000_000 + " ms");
        return passed;
    }

    private static boolean invoke(Object tests, List<Method> methods) throws IllegalAccessException {
        try {
            for (Method method : methods) {
                method.invoke(tests);
            }
            return true;
        } catch (InvocationTargetException e) {
            e.getCause().printStackTrace(System.out);
            return false;
        }
    }

    private static List<Method> annotated(Class<?> tests, Class<? extends Annotation> annotation) {
        return Arrays.stream(tests.getDeclaredMethods()).filter(method -> method.isAnnotationPresent(annotation))
            .sorted(Comparator.comparing(Method::getName)).toList();
    }
}
