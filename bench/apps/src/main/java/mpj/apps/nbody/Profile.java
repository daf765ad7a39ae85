package mpj.apps.nbody;

import java.io.PrintStream;
import java.util.Locale;

/**
 * How all ranks spent the time of some steps.
 *
 * @param ranks how many ranks there were
 * @param steps how many steps there were
 * @param phases seconds by phase: the mean over the ranks
 * @param longest seconds by phase: the longest time of any rank
 * @param total seconds: the longest time of any rank
 * @param communication seconds in calls of MPI: the mean over the ranks
 * @param interactions attractions of all ranks
 * @param bytes bytes that all ranks sent to other ranks
 */
record Profile(int ranks, int steps, double[] phases, double[] longest, double total, double communication,
               double interactions, double bytes) {
    private static final int PHASES = Phase.values().length;

    /** The counters of a simulation on this rank at the beginning. */
    static double[] now(Simulation simulation) {
        double[] now = new double[PHASES + 5];
        for (Phase phase : Phase.values()) {
            now[phase.ordinal()] = simulation.seconds(phase);
        }
        now[PHASES] = System.nanoTime() / 1e9;
        now[PHASES + 1] = simulation.communication().seconds();
        now[PHASES + 2] = simulation.interactions();
        now[PHASES + 3] = simulation.communication().sentBytes();
        now[PHASES + 4] = simulation.steps();
        return now;
    }

    /** The profile of the time since then. All ranks call this. */
    static Profile since(double[] before, Simulation simulation) {
        double[] own = now(simulation);
        for (int i = 0; i < own.length; i++) {
            own[i] -= before[i];
        }
        int ranks = simulation.communication().size();
        double[] sums = own.clone();
        double[] most = own.clone();
        simulation.communication().sum(sums);
        simulation.communication().max(most);
        double[] phases = new double[PHASES];
        for (int phase = 0; phase < PHASES; phase++) {
            phases[phase] = sums[phase] / ranks;
        }
        return new Profile(ranks, (int) own[PHASES + 4], phases, most, most[PHASES], sums[PHASES + 1] / ranks,
            sums[PHASES + 2], sums[PHASES + 3]);
    }

    double secondsPerStep() {
        return total / steps;
    }

    double share(double seconds) {
        return 100 * seconds / total;
    }

    void print(PrintStream out) {
        out.println();
        out.println("# time of the steps     mean of ranks      most      share");
        for (Phase phase : Phase.values()) {
            out.printf(Locale.ROOT, "%-22s %12.3f s %9.3f s %7.1f %%%n", phase.label(), phases[phase.ordinal()],
                longest[phase.ordinal()], share(phases[phase.ordinal()]));
        }
        out.printf(Locale.ROOT, "%-22s %12.3f s %11s %7.1f %%%n", "of it in calls of MPI", communication, "",
            share(communication));
        out.printf(Locale.ROOT, "%-22s %12.3f s%n", "all", total);
        out.printf(Locale.ROOT, "%.1f million attractions/s, %.2f MB sent in each step%n", interactions / total / 1e6,
            bytes / steps / 1e6);
    }
}
