package mpj.tests;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * A rank of a job of checks, whatever its API: runs the checks of the classes that are named to it, and prints for each
 * what this rank found. After a failure nothing can be said of later checks, so none runs.
 *
 * @param barrier of all ranks of the job
 */
public record RankOfChecks(int rank, int size, Runnable barrier) {
    /** Names checks that the job does without, with commas between them. */
    static final String WITHOUT = "tests.without";
    /** How long after a failure a rank still waits for the others' findings. */
    private static final Duration LAST_FINDINGS = Duration.ofSeconds(5);

    /** The checks of a class that a job of so many ranks runs, in the order in which it does. */
    static List<Method> checksOf(Class<?> checks, int ranks) {
        return checksOf(checks, ranks, Set.of());
    }

    /** The same, without those with these names. */
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

    /** Ends this rank, and with it the job, even when others wait for what this rank will not send any more. */
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
