package mpj.runtime.launcher;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Options of other launchers that mpjrun does not have. For each of them, a sentence says what to use instead. */
final class OtherLaunchers {
    private static final String OPEN_MPI = "Open MPI";
    private static final String MPICH = "MPICH";
    private static final String SLURM = "Slurm";
    private static final String MPJ_EXPRESS = "MPJ Express";

    private static final List<Entry> ENTRIES = List.of(
        new Entry(OPEN_MPI, "a setting is a system property here: -Dmpj.NAME=VALUE; docs/settings.md lists them",
            "--mca", "-mca", "--gmca", "--omca", "--prtemca", "--pmixmca", "--tune", "-am"),
        new Entry(OPEN_MPI, "write --map-by ppr:N:host", "--npernode", "-npernode", "-N", "--N"),
        new Entry(OPEN_MPI, "write --map-by node", "--bynode", "-bynode", "--pernode", "-pernode"),
        new Entry(OPEN_MPI, "write --map-by slot, which is the default", "--byslot", "-byslot"),
        new Entry(OPEN_MPI, "write --bind-to core", "--bind-to-core", "-bind-to-core"),
        new Entry(OPEN_MPI, "write --bind-to none, which is the default", "--bind-to-none", "-bind-to-none"),
        new Entry(OPEN_MPI, "write --map-by slot:pe=N", "--cpus-per-proc", "-cpus-per-proc", "--cpus-per-rank"),
        new Entry(OPEN_MPI, "write --output DIR, which makes a file for each rank and stream", "--output-filename",
            "-output-filename"),
        new Entry(OPEN_MPI, "write --tag-output, which names the rank ahead of each line", "--timestamp-output",
            "-timestamp-output"),
        new Entry(OPEN_MPI, "write 2>&1 behind the command", "--merge-stderr-to-stdout"),
        new Entry(OPEN_MPI, "it is not needed: mpjrun sends what other hosts lack of library and class path",
            "--preload-binary", "-s", "--preload-files", "--prefix", "--enable-prefix-by-default"),
        new Entry(OPEN_MPI, "it is not needed: any user may run jobs", "--allow-run-as-root", "-allow-run-as-root"),
        new Entry(OPEN_MPI, "write -v, which shows where each rank runs", "--display-map", "-display-map",
            "--display-allocation", "--display", "--display-devel-map"),
        new Entry(OPEN_MPI, "ranks follow the hosts in their order; --map-by chooses it", "--rank-by", "--rankfile",
            "-rankfile", "-rf", "--rf"),
        new Entry(OPEN_MPI, "leave this host out of --host or --hostfile", "--nolocal", "-nolocal"),
        new Entry(OPEN_MPI, "allow more ranks than slots with --oversubscribe; without it they are refused",
            "--nooversubscribe", "-nooversubscribe"),
        new Entry(OPEN_MPI, "write the programs behind each other: mpjrun -np 1 A : -np 2 B", "--app", "-app",
            "-configfile", "--multi-prog"),
        new Entry(MPICH, "write --map-by ppr:N:host", "-ppn", "-perhost", "-grr", "-ranks-per-proc"),
        new Entry(MPICH, "write -x NAME=VALUE, for each variable", "-genv", "-env", "-genvlist", "-envlist",
            "-genvall", "-envall", "-genvnone"),
        new Entry(MPICH, "write --tag-output", "-prepend-rank", "-l", "-prepend-pattern"),
        new Entry(MPICH, "write --ssh COMMAND", "-launcher-exec", "-rmk", "-bootstrap", "-bootstrap-exec"),
        new Entry(MPICH, "write --output DIR", "-outfile-pattern", "-errfile-pattern"),
        new Entry(MPICH, "write -Dmpj.nio.interface=NAME", "-iface"),
        new Entry(MPICH, "write -v, which shows where each rank runs", "-print-rank-map", "-info"),
        new Entry(MPICH, "the ranks go on without a dead one where the program says that it can (docs/errors.md)",
            "-disable-auto-cleanup", "--enable-recovery", "--continuous"),
        new Entry(SLURM, "write -np N", "--ntasks"),
        new Entry(SLURM, "write --map-by ppr:N:host", "--ntasks-per-node", "--tasks-per-node"),
        new Entry(SLURM, "within salloc or sbatch mpjrun takes the allocated hosts; elsewhere name them with --host",
            "--nodes", "--partition", "--account", "--qos", "--constraint", "--exclusive"),
        new Entry(SLURM, "write --host HOST:SLOTS,...", "--nodelist", "-w"),
        new Entry(SLURM, "write --map-by slot:pe=N --bind-to core", "--cpus-per-task", "-c"),
        new Entry(SLURM, "write --bind-to core", "--cpu-bind", "--cpu_bind"),
        new Entry(SLURM, "write --map-by node for cyclic, --map-by slot for block", "--distribution"),
        new Entry(SLURM, "it is of srun; a program runs under srun --mpi=pmix java, too (docs/launchers.md)", "--mpi"),
        new Entry(SLURM, "write --tag-output", "--label"),
        new Entry(SLURM, "write --wdir DIR", "--chdir"),
        new Entry(SLURM, "write -x NAME, for each variable", "--export"),
        new Entry(SLURM, "write --timeout SECONDS", "--time", "-t"),
        new Entry(SLURM, "write --output DIR", "--error", "-o", "-e"),
        new Entry(SLURM, "it is not needed: a rank that fails ends the job", "--kill-on-bad-exit", "-K"),
        new Entry(SLURM, "write --oversubscribe", "--overcommit", "-O"),
        new Entry(MPJ_EXPRESS, "it is not needed: ports are chosen by the system; -Dmpj.nio.ports=FROM-TO bounds them",
            "-dport", "-mpjport", "-sport"),
        new Entry(MPJ_EXPRESS, "write -Dmpj.nio.interface=NAME", "-headnodeip"),
        new Entry(MPJ_EXPRESS, "write -Dmpj.eager.limit=BYTES", "-psl"),
        new Entry(MPJ_EXPRESS, "there is no Myrinet; -Dmpj.transport= chooses transports", "-mxboardnum"),
        new Entry(MPJ_EXPRESS, "there is no YARN; name hosts with --host, or see docs/launchers.md", "-yarn"),
        new Entry("java", "write it as -J and the option, without a space between", "--enable-preview",
            "--add-modules", "--add-opens", "--add-exports", "--add-reads", "--enable-native-access",
            "--finalization", "-enableassertions", "-disableassertions", "-splash"));

    private static final Map<String, Entry> BY_NAME = byName();

    /**
     * The advice about some options.
     *
     * @param launcher the launcher that has the options
     * @param instead what mpjrun has in their place; the end of a sentence
     * @param names of the options
     */
    private record Entry(String launcher, String instead, String... names) {
    }

    private OtherLaunchers() {
    }

    /** Returns a sentence about an option, or null when no known launcher has it. */
    static String advice(String name) {
        Entry entry = BY_NAME.get(name);
        return entry == null ? null : "It is " + entry.launcher + "'s: " + entry.instead + ".";
    }

    /** Every name for which there is advice. */
    static Iterable<String> names() {
        return BY_NAME.keySet();
    }

    private static Map<String, Entry> byName() {
        Map<String, Entry> byName = new HashMap<>();
        for (Entry entry : ENTRIES) {
            for (String name : entry.names) {
                byName.put(name, entry);
            }
        }
        return Map.copyOf(byName);
    }
}
