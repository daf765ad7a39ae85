package mpj.tests;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which classes need which others. A nested class counts as the class around it. */
final class ClassGraph {
    /** A line as {@code jdeps -v} writes it. */
    private static final Pattern NEED = Pattern.compile("(?m)^ {3}(\\S+)\\s+-> (\\S+)");

    private final Map<String, Set<String>> needs = new TreeMap<>();

    /** Adds the output of jdeps for a module. */
    void add(String jdeps) {
        Matcher need = NEED.matcher(jdeps);
        while (need.find()) {
            String from = outermost(need.group(1));
            String to = outermost(need.group(2));
            if (!from.equals(to)) {
                needs.computeIfAbsent(from, _ -> new TreeSet<>()).add(to);
            }
        }
    }

    private static String outermost(String name) {
        int inner = name.indexOf('$');
        return inner < 0 ? name : name.substring(0, inner);
    }

    static String packageOf(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }

    /** For each package, the packages that it needs. */
    Map<String, Set<String>> packages() {
        Map<String, Set<String>> packages = new TreeMap<>();
        needs.forEach((from, tos) -> tos.stream().map(ClassGraph::packageOf)
            .filter(to -> !to.equals(packageOf(from)))
            .forEach(to -> packages.computeIfAbsent(packageOf(from), _ -> new TreeSet<>()).add(to)));
        return packages;
    }

    /**
     * The circles of classes within a package: each class of a circle needs every other one, perhaps through others.
     */
    List<Set<String>> circles(String inPackage) {
        Map<String, Set<String>> reached = new TreeMap<>();
        needs.keySet().stream().filter(name -> packageOf(name).equals(inPackage))
            .forEach(name -> reached.put(name, reached(name)));
        List<Set<String>> circles = new ArrayList<>();
        Set<String> done = new TreeSet<>();
        reached.forEach((name, others) -> {
            Set<String> circle = new TreeSet<>(others);
            circle.removeIf(other -> !reached.getOrDefault(other, Set.of()).contains(name));
            if (!circle.isEmpty() && done.addAll(circle)) {
                circles.add(circle);
            }
        });
        return circles;
    }

    /**
     * The classes of the same package that a class leads to without leaving the package. A class in a circle leads to
     * itself.
     */
    private Set<String> reached(String name) {
        Set<String> reached = new TreeSet<>();
        Deque<String> next = new ArrayDeque<>(List.of(name));
        while (!next.isEmpty()) {
            for (String need : needs.getOrDefault(next.remove(), Set.of())) {
                if (packageOf(need).equals(packageOf(name)) && reached.add(need)) {
                    next.add(need);
                }
            }
        }
        return reached;
    }
}
