package mpj.bench.compare;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The facts about a node that a reader of its figures needs to know. */
final class NodeFacts {
    private static final Path GOVERNOR = Path.of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

    private NodeFacts() {
    }

    /** The facts by name. A fact that the machine does not tell is left out. */
    static Map<String, String> of(Topology topology) {
        Map<String, String> facts = new LinkedHashMap<>();
        Map<String, String> general = Machine.facts();
        int cores = topology.cores().size();
        facts.put("processor", general.get("processor"));
        facts.put("cores", cores + " in " + counted(topology.sockets(), "socket") + " and "
            + counted(topology.numaNodes(), "NUMA node") + (topology.cpus().size() == cores ? ""
                : ", " + topology.cpus().size() + " hardware threads"));
        facts.put("caches", topology.caches().stream().map(Topology.Cache::toString)
            .collect(Collectors.joining(", ")));
        facts.put("memory", general.get("memory"));
        facts.put("governor", Topology.text(GOVERNOR));
        facts.put("huge pages", chosen(Topology.text(HUGE_PAGES)));
        facts.put("virtual machine", Arrays.asList(lineOf(Path.of("/proc/cpuinfo"), "flags").split(" "))
            .contains("hypervisor") ? "yes" : "");
        facts.put("system", general.get("system"));
        facts.put("Java", general.get("Java"));
        facts.put("library", "MPJ " + version());
        facts.values().removeIf(String::isEmpty);
        return facts;
    }

    private static String counted(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    /** The word in brackets, with which the kernel marks what is chosen. */
    private static String chosen(String words) {
        int begin = words.indexOf('[');
        return begin < 0 ? "" : words.substring(begin + 1, words.indexOf(']'));
    }

    private static String lineOf(Path file, String name) {
        return Topology.text(file).lines().filter(line -> line.startsWith(name))
            .map(line -> line.substring(line.indexOf(':') + 1).strip()).findFirst().orElse("");
    }

    /** The version of this library, which the build writes into the jar of the benchmarks. */
    private static String version() {
        Package own = NodeFacts.class.getPackage();
        return own.getImplementationVersion() == null ? "from a checkout" : own.getImplementationVersion();
    }
}
