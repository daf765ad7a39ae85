package mpj.runtime.allocation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The resource managers that mpjrun knows. It recognizes them by the variables that they set in a job. */
enum ResourceManager {
    /**
     * A short form of a list of nodes, and the number of tasks for each node: sbatch(1), "output environment
     * variables".
     */
    SLURM("Slurm") {
        private static final String NODES = "SLURM_JOB_NODELIST";
        /** Far more than any cluster has, so a longer list is a mistake. */
        private static final int MOST_NODES = 1 << 20;

        @Override
        boolean isPresent(Map<String, String> environment) {
            return environment.containsKey(NODES);
        }

        @Override
        List<AllocatedHost> hosts(Map<String, String> environment) {
            List<String> nodes = names(environment.get(NODES));
            String variable = environment.containsKey("SLURM_TASKS_PER_NODE")
                ? "SLURM_TASKS_PER_NODE" : "SLURM_JOB_CPUS_PER_NODE";
            List<Integer> slots = RepeatedCounts.expand(variable, environment.getOrDefault(variable,
                "1(x" + nodes.size() + ")"), nodes.size());
            List<AllocatedHost> hosts = new ArrayList<>();
            for (int i = 0; i < nodes.size(); i++) {
                hosts.add(new AllocatedHost(nodes.get(i), slots.get(i)));
            }
            return hosts;
        }

        private static List<String> names(String list) {
            List<String> names = new ArrayList<>();
            try {
                for (String pattern : HostNames.split(list)) {
                    names.addAll(HostNames.expand(pattern, MOST_NODES - names.size()));
                }
                return names;
            } catch (IllegalArgumentException e) {
                throw AllocationException.malformed(NODES, list, "names such as node[01-04,07],gpu3");
            }
        }
    },

    /** PBS Professional, OpenPBS, Torque: a file that names a host once for each slot. */
    PBS("PBS") {
        @Override
        boolean isPresent(Map<String, String> environment) {
            return environment.containsKey("PBS_NODEFILE");
        }

        @Override
        List<AllocatedHost> hosts(Map<String, String> environment) {
            return ofWords(lines("PBS_NODEFILE", environment));
        }
    },

    /** IBM Spectrum LSF: a file with one host for each slot, or the same in a variable, or pairs of host and slots. */
    LSF("LSF") {
        private static final String FILE = "LSB_DJOB_HOSTFILE";
        private static final String PAIRS = "LSB_MCPU_HOSTS";
        private static final String HOSTS = "LSB_HOSTS";

        @Override
        boolean isPresent(Map<String, String> environment) {
            return environment.containsKey(FILE) || environment.containsKey(PAIRS) || environment.containsKey(HOSTS);
        }

        @Override
        List<AllocatedHost> hosts(Map<String, String> environment) {
            if (environment.containsKey(FILE)) {
                return ofWords(lines(FILE, environment));
            }
            if (environment.containsKey(PAIRS)) {
                return ofPairs(environment.get(PAIRS));
            }
            return ofWords(List.of(environment.get(HOSTS).strip().split("\\s+")));
        }

        private static List<AllocatedHost> ofPairs(String value) {
            String[] words = value.strip().split("\\s+");
            if (words.length % 2 != 0) {
                throw AllocationException.malformed(PAIRS, value, "pairs of a host and a number");
            }
            List<AllocatedHost> hosts = new ArrayList<>();
            for (int i = 0; i < words.length; i += 2) {
                hosts.add(new AllocatedHost(words[i], slots(PAIRS, value, words[i + 1])));
            }
            return hosts;
        }
    },

    /** Sun, Univa and Altair Grid Engine: a file with lines of HOST SLOTS QUEUE PROCESSORS; sge_pe(5). */
    GRID_ENGINE("Grid Engine") {
        private static final String FILE = "PE_HOSTFILE";

        @Override
        boolean isPresent(Map<String, String> environment) {
            return environment.containsKey(FILE);
        }

        @Override
        List<AllocatedHost> hosts(Map<String, String> environment) {
            List<AllocatedHost> hosts = new ArrayList<>();
            for (String line : lines(FILE, environment)) {
                String[] words = line.split("\\s+");
                if (words.length < 2) {
                    throw AllocationException.malformed("a line of " + FILE, line, "HOST SLOTS QUEUE PROCESSORS");
                }
                hosts.add(new AllocatedHost(words[0], slots("a line of " + FILE, line, words[1])));
            }
            return hosts;
        }
    };

    private final String displayName;

    ResourceManager(String displayName) {
        this.displayName = displayName;
    }

    /** Whether the process with this environment runs in an allocation of this manager. */
    abstract boolean isPresent(Map<String, String> environment);

    /** The hosts in the manager's order; a host may come more than once. */
    abstract List<AllocatedHost> hosts(Map<String, String> environment);

    @Override
    public String toString() {
        return displayName;
    }

    /** Gives each host one slot. */
    private static List<AllocatedHost> ofWords(List<String> names) {
        return names.stream().map(name -> new AllocatedHost(name, 1)).toList();
    }

    private static int slots(String variable, String value, String digits) {
        try {
            int slots = Integer.parseInt(digits);
            if (slots >= 1) {
                return slots;
            }
        } catch (NumberFormatException e) {
            throw AllocationException.malformed(variable, value, "a number of slots, not \"" + digits + "\"");
        }
        throw AllocationException.malformed(variable, value, "at least one slot");
    }

    /** The lines of the file that a variable names, without empty lines. */
    private static List<String> lines(String variable, Map<String, String> environment) {
        String file = environment.get(variable);
        try {
            return Files.readAllLines(Path.of(file)).stream().map(String::strip).filter(line -> !line.isEmpty())
                .toList();
        } catch (IOException | InvalidPathException e) {
            throw new AllocationException(variable + "=" + file + " cannot be read: " + e
                + "; --hostfile or --host names the hosts instead", e);
        }
    }
}
