package mpj.tests;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * A rank of a job of checks, for any API. It runs the checks of the classes that it is given, and prints for each check
 * what this rank found. After a failure no check runs, because its result would mean nothing.
 *
 * @param barrier the barrier of all ranks of the job
 */
public record RankOfChecks(int rank, int size, Runnable barrier) {
    /** The property that names the checks that the job leaves out, with commas between them. */
    static final String WITHOUT = "tests.without";
    /** How long a rank waits for the findings of other ranks after a failure. */
    private static final Duration LAST_FINDINGS = Duration.ofSeconds(5);

    /** The checks of a class that a job of this many ranks runs, in their order. */
    static List<Method> checksOf(Class<?> checks, int ranks) {
        return checksOf(checks, ranks, Set.of());
    }

    /** The same checks, without those with these names. */
    static List<Method> checksOf(Class<?> checks, int ranks, Set<String> without) {
        return Arrays.stream(checks.getDeclaredMethods())
            .filter(method -> method.isAnnotationPresent(Check.class))
            .filter(method -> method.getAnnotation(Check.class).ranks() <= ranks)
            .filter(method -> !without.contains(Finding.name(method)))
            .sorted(Comparator.comparing(Method::getName)).toList();
    }

    /** Runs the checks of the classes with these names. */
    public void run(String[] names) throws ReflectiveOperationException {
        Set<String> without = Set.of(System.getProperty(WITHOUT, "").split(","));
        for (String name : names) {
            Class<?> checks = Class.forName(name);
            var constructor = checks.getDeclaredConstructor();
            constructor.setAccessible(true);
            Object instance = constructor.newInstance();
            for (Method check : checksOf(checks, size, without)) {
                barrier.run();
                check.setAccessible(true);
                run(check, instance);
            }
        }
    }

    private void run(Method check, Object instance) throws IllegalAccessException {
        try {
            check.invoke(instance);
            new Finding(rank, Finding.name(check), null).print();
        } catch (InvocationTargetException e) {
            e.getCause().printStackTrace();
            new Finding(rank, Finding.name(check), e.getCause().toString()).print();
            endSoon();
            barrier.run();
            System.exit(1);
        }
    }

    /**
     * Ends this rank, and with it the job, even if other ranks wait for messages that this rank will not send any more.
     */
    private static void endSoon() {
        Thread.ofPlatform().daemon().start(() -> {
            try {
                Thread.sleep(LAST_FINDINGS);
            } catch (InterruptedException e) {
                return;
            }
            System.exit(1);
        });
    }
}
