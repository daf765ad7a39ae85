package mpj.bench.compare;

import java.util.List;
import picocli.CommandLine.Option;

/** Options of {@code bench compare imb --suite}. */
final class PaperOptions {
    @Option(names = "--suite", paramLabel = "paper", description = "measure everything that docs/benchmarks.md shows, "
        + "and write it as one page: --report FILE (default paper.html), with FILE's name also .txt and .csv. Rivals "
        + "are taken from --peer")
    private String suite;

    @Option(names = "--only", split = ",", paramLabel = "LIST", description = "of the suite, these tables alone")
    private List<String> only = List.of();

    @Option(names = "--quick", description = "the suite with a few short blocks and sizes: shows that all works, "
        + "not what is fast")
    private boolean quick;

    @Option(names = "--dry-run", description = "print what the suite would run, how long it takes, and what is missing")
    private boolean dryRun;

    @Option(names = "--quiet-wait", paramLabel = "SEC",
        description = "how long to wait for a quiet machine before each table of the suite (default ${DEFAULT-VALUE})")
    private double quietWaitSeconds = 600;

    boolean isGiven() {
        return suite != null;
    }

    boolean quick() {
        return quick;
    }

    boolean dryRun() {
        return dryRun;
    }

    double quietWaitSeconds() {
        return quietWaitSeconds;
    }

    /**
     * The exhibits that are to be measured.
     *
     * @throws IllegalArgumentException if a name is unknown
     */
    List<Exhibit> chosen() {
        if (!suite.equals("paper")) {
            throw new IllegalArgumentException("--suite " + suite + " is not known; there is one: paper");
        }
        List<Exhibit> all = Exhibit.all();
        List<String> known = all.stream().map(Exhibit::id).toList();
        for (String id : only) {
            if (!known.contains(id)) {
                throw new IllegalArgumentException("--only " + id + ": the suite has no such table; it has "
                    + String.join(", ", known));
            }
        }
        return all.stream().filter(exhibit -> only.isEmpty() || only.contains(exhibit.id())).toList();
    }
}
