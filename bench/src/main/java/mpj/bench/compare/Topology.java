package mpj.bench.compare;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The processors that this process may use, as Linux describes them below {@code /sys/devices/system}. A container may
 * hide a part of the description. A processor without a description counts as a core of its own, in socket 0.
 *
 * @param cpus the processors in the order of their numbers
 * @param caches the caches of the first processor, from the nearest on
 * @param numaNodes how many NUMA nodes the machine has, whether or not this process may use all of them
 */
record Topology(List<Cpu> cpus, List<Cache> caches, int numaNodes) {
    private static final Path SYSTEM = Path.of("/sys/devices/system");

    /**
     * A processor, which is a hardware thread of a core.
     *
     * @param lastCache the processors that share the last cache with it, in the form of the kernel
     */
    record Cpu(int number, int socket, int core, int numaNode, String lastCache) {
        private boolean isOnCoreOf(Cpu other) {
            return socket == other.socket && core == other.core;
        }
    }

    /**
     * A cache.
     *
     * @param name the name of the field, such as {@code L1d}
     * @param size the size in the form of the kernel, such as {@code 32K}
     * @param sharers how many processors share it
     */
    record Cache(String name, String size, int sharers) {
        @Override
        public String toString() {
            return name + " " + size + (sharers > 1 ? " shared by " + sharers + " processors" : "");
        }
    }

    /** This machine. */
    static Topology here() {
        return of(SYSTEM, Affinity.allowed(ProcessHandle.current().pid()));
    }

    /**
     * A machine.
     *
     * @param system the folder that is {@code /sys/devices/system} on the machine itself
     * @param allowed the processors that may be used
     */
    static Topology of(Path system, BitSet allowed) {
        int[] nodes = IntStream.range(0, Math.max(1, allowed.length())).map(cpu -> 0).toArray();
        List<Path> nodeFolders = folders(system.resolve("node"), "node[0-9]*");
        for (Path folder : nodeFolders) {
            String list = text(folder.resolve("cpulist"));
            if (!list.isEmpty()) {
                int number = Integer.parseInt(folder.getFileName().toString().substring("node".length()));
                Affinity.parseList(list).stream().filter(cpu -> cpu < nodes.length).forEach(cpu -> nodes[cpu] = number);
            }
        }
        List<Cpu> cpus = allowed.stream().mapToObj(number -> {
            Path folder = system.resolve("cpu/cpu" + number);
            List<Path> caches = folders(folder.resolve("cache"), "index[0-9]*");
            return new Cpu(number, number(folder.resolve("topology/physical_package_id"), 0),
                number(folder.resolve("topology/core_id"), -1 - number), nodes[number],
                caches.isEmpty() ? "" : text(caches.getLast().resolve("shared_cpu_list")));
        }).toList();
        List<Cache> caches = folders(system.resolve("cpu/cpu" + cpus.getFirst().number() + "/cache"), "index[0-9]*")
            .stream().map(Topology::cache).toList();
        return new Topology(cpus, caches, Math.max(1, nodeFolders.size()));
    }

    private static Cache cache(Path folder) {
        String kind = switch (text(folder.resolve("type"))) {
            case "Data" -> "d";
            case "Instruction" -> "i";
            default -> "";
        };
        String sharers = text(folder.resolve("shared_cpu_list"));
        return new Cache("L" + text(folder.resolve("level")) + kind, text(folder.resolve("size")),
            sharers.isEmpty() ? 1 : Affinity.parseList(sharers).cardinality());
    }

    /** The first processor of each core. */
    List<Cpu> cores() {
        List<Cpu> cores = new ArrayList<>();
        for (Cpu cpu : cpus) {
            if (cores.stream().noneMatch(cpu::isOnCoreOf)) {
                cores.add(cpu);
            }
        }
        return cores;
    }

    /** The first hardware thread of the core of a hardware thread; the thread itself if the kernel does not tell. */
    static int firstOnCoreOf(int cpu) {
        String siblings = text(SYSTEM.resolve("cpu/cpu" + cpu + "/topology/thread_siblings_list"));
        return siblings.isEmpty() ? cpu : Affinity.parseList(siblings).nextSetBit(0);
    }

    int sockets() {
        return (int) cpus.stream().mapToInt(Cpu::socket).distinct().count();
    }

    /**
     * The processor on which a rank is as far as possible from the first one: in another socket, otherwise in another
     * NUMA node, otherwise under another last cache. The result is -1 if all processors share the last cache.
     */
    int far() {
        Cpu first = cpus.getFirst();
        return Stream.of(cpus.stream().filter(cpu -> cpu.socket() != first.socket()),
            cpus.stream().filter(cpu -> cpu.numaNode() != first.numaNode()),
            cpus.stream().filter(cpu -> !cpu.lastCache().equals(first.lastCache())))
            .flatMap(each -> each).map(Cpu::number).findFirst().orElse(-1);
    }

    /** What the processor on {@link #far} does not share with the first one. */
    String farWhere() {
        Cpu first = cpus.getFirst();
        Cpu far = cpus.stream().filter(cpu -> cpu.number() == far()).findFirst().orElse(first);
        return far.socket() != first.socket() ? "another socket"
            : far.numaNode() != first.numaNode() ? "another NUMA node" : "another last-level cache";
    }

    /** The folders with such names, in the order of the numbers at their ends. */
    private static List<Path> folders(Path parent, String glob) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, glob)) {
            folders.forEach(found::add);
        } catch (IOException e) {
            return List.of();
        }
        found.sort((one, other) -> Integer.compare(end(one), end(other)));
        return found;
    }

    private static int end(Path folder) {
        return Integer.parseInt(folder.getFileName().toString().replaceAll("\\D+", ""));
    }

    private static int number(Path file, int otherwise) {
        String text = text(file);
        return text.matches("\\d+") ? Integer.parseInt(text) : otherwise;
    }

    /** The text of a file of the kernel. It is empty if the file cannot be read. */
    static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
