package mpj.collectives;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import mpj.collectives.selection.Choice;
import mpj.collectives.selection.SelectionTable;

/**
 * Chooses algorithms by the model of one host, for ranks that each have a core, and writes the choices as lines of a
 * table. A line takes the place of the choice of shm.table only if the model says that it is clearly quicker.
 */
final class HostChoices {
    /**
     * The collectives for which the table follows the model. The others keep the lines of shm.table:
     * docs/results/collectives.md says why.
     */
    static final List<Collective> TRUSTED = List.of(Collective.BARRIER, Collective.REDUCE, Collective.ALLREDUCE);
    /** A table has lines for up to each of these numbers of ranks. More than the last one share no memory. */
    static final int[] RANKS = {4, 8, 16, 32, 64, 128, 256};
    private static final long[] SIZES = {8, 64, 256, 512, 1 << 10, 2 << 10, 4 << 10, 8 << 10, 16 << 10, 32 << 10,
        64 << 10, 128 << 10, 256 << 10, 1 << 20};
    /** The simulation of more bytes among many ranks takes long. */
    private static final long MOST_OF_MANY = 256 << 10;
    private static final int MANY = 32;
    /** For more ranks, the last line of a collective ends with the largest simulated size. */
    private static final int MOST_SIMULATED_WHOLE = 64;
    private static final Map<Collective, List<String>> FORMS = Map.of(
        Collective.BARRIER, List.of("shared-flags", "shared-flags:4", "shared-flags:8"),
        Collective.REDUCE, List.of("shared:16k", "shared:64k", "shared-tree:4", "shared-tree:8",
            "shared-scatter", "shared-scatter:64k"),
        Collective.ALLREDUCE, List.of("shared", "shared-tree:4", "shared-tree:8", "shared-scatter",
            "shared-scatter:64k"));
    /** The least gain for which the choice departs from shm.table, and from the choice for fewer bytes. */
    private static final double CLEARLY = 0.85;
    private static final double NEARLY = 0.95;

    private final HostModel model;
    private final SelectionTable today = SelectionTable.bundled("shm");

    HostChoices(HostModel model) {
        this.model = model;
    }

    /** The choice of shm.table. */
    Choice today(HostCall call) {
        return today.choose(call.collective(), call.problem(0), call.bytes());
    }

    /** The choice by the model. */
    Choice best(HostCall call, Choice forFewerBytes) {
        Map<Choice, Double> times = new LinkedHashMap<>();
        Choice now = today(call);
        times.put(now, call.microseconds(model, now) * CLEARLY);
        for (String form : FORMS.get(call.collective())) {
            Choice choice = Choice.parse(call.collective(), form);
            if (!choice.toString().equals(now.toString()) && choice.algorithm().fits(call.problem(0))) {
                times.put(choice, call.microseconds(model, choice));
            }
        }
        Choice best = Collections.min(times.entrySet(), Map.Entry.comparingByValue()).getKey();
        for (Map.Entry<Choice, Double> each : times.entrySet()) {
            if (forFewerBytes != null && each.getKey().toString().equals(forFewerBytes.toString())
                && each.getValue() * NEARLY <= times.get(best)) {
                return each.getKey();
            }
        }
        return best;
    }

    /** The lines of the table for no more ranks than these, without the lines for two ranks. */
    List<String> lines(int most) {
        List<String> lines = new ArrayList<>();
        for (Collective collective : TRUSTED) {
            for (int ranks : RANKS) {
                if (ranks <= most) {
                    lines(collective, ranks, lines);
                }
            }
        }
        return lines;
    }

    private void lines(Collective collective, int ranks, List<String> lines) {
        Choice before = null;
        long bytesBefore = 0;
        for (long bytes : collective == Collective.BARRIER ? new long[] {0} : SIZES) {
            if (ranks < MANY || bytes <= MOST_OF_MANY) {
                Choice best = best(new HostCall(collective, ranks, bytes), before);
                if (before != null && !best.toString().equals(before.toString())) {
                    lines.add(line(collective, ranks, bytes(bytesBefore), before));
                }
                before = best;
                bytesBefore = bytes;
            }
        }
        boolean open = ranks <= MOST_SIMULATED_WHOLE || bytesBefore == 0;
        lines.add(line(collective, ranks, open ? "*" : bytes(bytesBefore), before));
    }

    private static String bytes(long bytes) {
        return bytes % 1024 == 0 ? (bytes >> 10) + "k" : Long.toString(bytes);
    }

    private static String line(Collective collective, int ranks, String bytes, Choice choice) {
        String parameter = choice.parameter() == 0 ? "" : ":" + bytes(choice.parameter());
        return String.format(Locale.ROOT, "%-21s %-12d %-12s %s", collective.label(), ranks, bytes,
            choice.algorithm().name() + parameter);
    }
}
