package mpj.bench.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The figures of a node as a section of docs/results/many-cores.md. A figure that is missing is a dash, and the list at
 * the end of the section says why.
 */
final class NodePage {
    private static final String NONE = "–";

    private final NodeScope scope;
    private final List<Measured> figures;
    private final StringBuilder page = new StringBuilder();

    private NodePage(NodeScope scope, List<Measured> figures) {
        this.scope = scope;
        this.figures = figures;
    }

    /**
     * Writes the section.
     *
     * @param date the day, as text
     * @param facts facts about the machine, by name
     * @param command the command that measured, as one types it
     * @param libraries the libraries' own descriptions of themselves, by label
     * @param notes sentences about what is missing or in doubt
     */
    static String of(String date, Map<String, String> facts, String command, NodeScope scope,
                     Map<String, String> libraries, List<Measured> figures, List<String> notes) {
        NodePage section = new NodePage(scope, figures);
        section.begin(date, facts, command, libraries);
        for (NodePart part : scope.parts()) {
            switch (part) {
                case START -> section.starts();
                case PINGPONG -> section.bySize("PingPong", "Half the round trip in µs, two ranks.",
                    part, List.of("PingPong", "PingPong far"));
                case COLLECTIVES -> section.collectives();
                case RMA -> section.bySize("Put and get", "Times in µs, two ranks. MPI allocates the windows, and each"
                    + " operation is waited for.", part, part.benchmarks());
                default -> section.kernels();
            }
        }
        section.end(notes);
        return section.page.toString();
    }

    private void begin(String date, Map<String, String> facts, String command, Map<String, String> libraries) {
        page.append("## ").append(facts.getOrDefault("processor", "An unknown processor")).append(", ")
            .append(scope.topology().cores().size()).append(" cores\n\n    ").append(command).append("\n\n");
        row("what", "value");
        rule(2);
        row("date", date);
        facts.forEach(this::row);
        libraries.forEach(this::row);
    }

    private void end(List<String> notes) {
        if (!notes.isEmpty()) {
            page.append("\nWhat is missing or in doubt:\n\n");
            notes.forEach(note -> page.append("- ").append(note.replace("|", "\\|")).append('\n'));
        }
    }

    private void heading(String title, String sentence) {
        page.append("\n### ").append(title).append("\n\n").append(sentence).append("\n\n");
    }

    private void row(String... cells) {
        page.append("| ").append(String.join(" | ", List.of(cells).stream()
            .map(cell -> cell.replace("|", "\\|").replace("\n", " ")).toList())).append(" |\n");
    }

    private void row(List<String> cells) {
        row(cells.toArray(String[]::new));
    }

    private void rule(int columns) {
        page.append("|---".repeat(columns)).append("|\n");
    }

    private List<String> labels() {
        return scope.entrants().stream().map(Entrant::label).toList();
    }

    private Measured find(String what, int ranks, long bytes, String label) {
        return figures.stream().filter(figure -> figure.what().equals(what) && figure.ranks() == ranks
            && figure.bytes() == bytes && figure.side().equals(label)).findFirst().orElse(null);
    }

    private String text(String what, int ranks, long bytes, String label) {
        Measured figure = find(what, ranks, bytes, label);
        return figure == null ? NONE : figure.text();
    }

    private void starts() {
        heading("Start of a job", "Seconds from the start of the launcher to its end. The ranks meet at one barrier.");
        List<String> head = new ArrayList<>(List.of("ranks"));
        head.addAll(labels());
        row(head);
        rule(head.size());
        for (int ranks : scope.ranksOf(NodePart.START)) {
            List<String> cells = new ArrayList<>(List.of(Integer.toString(ranks)));
            labels().forEach(label -> cells.add(text(NodeStarts.NAME, ranks, 0, label)));
            row(cells);
        }
    }

    /** A line for each size, and a column for each benchmark and library. */
    private void bySize(String title, String sentence, NodePart part, List<String> benchmarks) {
        int far = scope.topology().far();
        heading(title, sentence + (part == NodePart.PINGPONG && far >= 0
            ? " In the columns \"far\", rank 1 is in " + scope.topology().farWhere() + "." : ""));
        List<String> shown = benchmarks.stream().filter(benchmark -> far >= 0 || !benchmark.endsWith(" far")).toList();
        List<String> head = new ArrayList<>(List.of("bytes"));
        for (String benchmark : shown) {
            labels().forEach(label -> head.add((benchmark.equals("PingPong") ? ""
                : benchmark.replace("PingPong ", "") + ": ") + label));
        }
        row(head);
        rule(head.size());
        for (int bytes : scope.sizesOf(part, part.benchmarks().getFirst())) {
            List<String> cells = new ArrayList<>(List.of(Integer.toString(bytes)));
            for (String benchmark : shown) {
                labels().forEach(label -> cells.add(text(benchmark, 2, bytes, label)));
            }
            row(cells);
        }
    }

    /** A line for each collective, and a column for each size with the times of all libraries. */
    private void collectives() {
        List<String> labels = labels();
        for (int ranks : scope.ranksOf(NodePart.COLLECTIVES)) {
            heading("Collectives, " + ranks + " ranks", "Times in µs, by bytes: " + String.join(" / ", labels) + "."
                + (labels.size() > 1 ? " The last columns are geometric means over the sizes of " + labels.getFirst()
                    + "'s time divided by the other's." : ""));
            Set<Integer> sizes = new TreeSet<>(scope.sizesOf(NodePart.COLLECTIVES, "Bcast"));
            List<String> head = new ArrayList<>(List.of("collective"));
            sizes.forEach(bytes -> head.add(Integer.toString(bytes)));
            labels.stream().skip(1).forEach(label -> head.add("/ " + label));
            row(head);
            rule(head.size());
            for (String benchmark : NodePart.COLLECTIVES.benchmarks()) {
                List<String> cells = new ArrayList<>(List.of(benchmark));
                boolean hasSizes = BlockFigure.hasSizes(benchmark);
                Set<Integer> own = hasSizes ? sizes : Set.of(0);
                own.forEach(bytes -> cells.add(String.join(" / ", labels.stream()
                    .map(label -> text(benchmark, ranks, bytes, label)).toList())));
                for (int i = own.size(); i < sizes.size(); i++) {
                    cells.add("");
                }
                labels.stream().skip(1).forEach(label -> cells.add(ratio(benchmark, ranks, own, label)));
                row(cells);
            }
        }
    }

    private String ratio(String benchmark, int ranks, Set<Integer> sizes, String label) {
        double[] ratios = sizes.stream().filter(bytes -> find(benchmark, ranks, bytes, labels().getFirst()) != null
            && find(benchmark, ranks, bytes, label) != null).mapToDouble(bytes ->
                find(benchmark, ranks, bytes, labels().getFirst()).spread().median()
                    / find(benchmark, ranks, bytes, label).spread().median()).toArray();
        return ratios.length == 0 ? NONE : String.format(Locale.ROOT, "%.2f", Statistics.geometricMean(ratios));
    }

    private void kernels() {
        if (scope.kernels().isEmpty()) {
            return;
        }
        List<String> columns = new ArrayList<>();
        for (Entrant entrant : scope.entrants()) {
            if (entrant.peer() instanceof Peer.Mpj) {
                columns.add(entrant.label());
                columns.add(entrant.label() + NodeKernels.SECOND);
            } else if (scope.npb().containsKey(entrant.label())) {
                columns.add(entrant.label() + NodeKernels.FORTRAN);
            }
        }
        heading("NAS Parallel Benchmarks, class " + scope.problem(), "Seconds. A column \"again\" is the second run in"
            + " the same job." + (scope.npb().isEmpty() ? "" : " A column \"(NPB)\" is NPB's own program."));
        List<String> head = new ArrayList<>(List.of("benchmark", "ranks"));
        head.addAll(columns);
        row(head);
        rule(head.size());
        for (int asked : scope.ranksOf(NodePart.NPB)) {
            for (NodeKernel kernel : scope.kernels()) {
                int ranks = kernel.ranks(asked);
                List<String> cells = new ArrayList<>(List.of(kernel.name(), Integer.toString(ranks)));
                for (String column : columns) {
                    boolean again = column.endsWith(NodeKernels.SECOND);
                    String name = kernel + "." + scope.problem() + (again ? NodeKernels.SECOND : "");
                    cells.add(text(name, ranks, 0, again
                        ? column.substring(0, column.length() - NodeKernels.SECOND.length()) : column));
                }
                row(cells);
            }
        }
    }
}
