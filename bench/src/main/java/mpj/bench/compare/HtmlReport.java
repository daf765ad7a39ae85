package mpj.bench.compare;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The results as one self-contained page: curves, tables, machine and commands. */
final class HtmlReport {
    private static final String STYLE = """
        :root { color-scheme: light dark; --text: #1b1f24; --dim: #59636e; --page: #ffffff; --line: #d8dee4;
          --c0: #c2410c; --c1: #1d4ed8; --c2: #15803d; --c3: #7e22ce; --c4: #0e7490; --limit: #8b949e;
          --lost: #b91c1c; }
        @media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --dim: #9198a1; --page: #0d1117;
          --line: #30363d; --c0: #fb923c; --c1: #79a8ff; --c2: #4ade80; --c3: #d8a4ff; --c4: #67e8f9;
          --limit: #6e7681; --lost: #f87171; } }
        body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page);
          max-width: 1360px; margin: 0 auto; padding: 24px; }
        h1 { font-size: 1.5em; } h2 { font-size: 1.2em; margin-top: 2em; }
        .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr)); gap: 24px;
          margin-top: 16px; }
        figure { margin: 0; max-width: 660px; } svg { width: 100%; height: auto; }
        figcaption, .note { color: var(--dim); font-size: .9em; }
        .grid { stroke: var(--line); } .tick { fill: var(--dim); font-size: 12px; }
        .curve polyline { fill: none; stroke: currentColor; stroke-width: 2; }
        .name { fill: currentColor; font-size: 12px; }
        .curve circle { fill: currentColor; }
        .unity { stroke: var(--dim); stroke-width: 1.5; } .curve .lost { fill: var(--lost); stroke: var(--page); }
        td.lost { color: var(--lost); font-weight: 600; } td.lost::before { content: '\\25B2\\00A0'; }
        .limit polyline { stroke-width: 1.3; stroke-dasharray: 5 4; } .limit circle { r: 1.6px; }
        .key { white-space: nowrap; margin-right: 1em; } .key::before { content: '\\25CF\\00A0'; }
        .s0 { color: var(--c0); } .s1 { color: var(--c1); } .s2 { color: var(--c2); } .s3 { color: var(--c3); }
        .s4 { color: var(--c4); } .limit { color: var(--limit); }
        .scroll { overflow-x: auto; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .87em; }
        th, td { padding: 3px 9px; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
        th { white-space: normal; vertical-align: bottom; }
        td.text, th.text { text-align: left; } .wins { font-weight: 600; }
        pre { overflow-x: auto; padding: 12px; border: 1px solid var(--line); border-radius: 6px; }
        .warning { border-left: 4px solid var(--c0); padding-left: 12px; }
        """;
    private static final int STYLES = 5;

    private final Comparison comparison;
    private final StringBuilder page = new StringBuilder();

    private HtmlReport(Comparison comparison) {
        this.comparison = comparison;
    }

    static String of(Comparison comparison) {
        return new HtmlReport(comparison).write();
    }

    /** Only the curves, the tables and the sides' commands, as a part of another page. */
    static String section(Comparison comparison) {
        HtmlReport report = new HtmlReport(comparison);
        report.overview();
        comparison.tables().forEach(report::benchmark);
        sides(report.page, comparison.sides());
        return report.page.toString();
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }

    private String write() {
        String title = String.join(", ", comparison.labels()) + ": " + comparison.ranks() + " ranks";
        page.append(begin(title, comparison.date() + ". The sides ran by turns in short blocks. A time is the median"
            + " over the blocks; a ratio is that of the first side's time to the peer's, block by neighbouring block:"
            + " the median and the range.", comparison.warnings()));
        overview();
        comparison.tables().forEach(this::benchmark);
        return end(page, comparison.machine(), comparison.sides());
    }

    /** The beginning of a page: its title, a note under the title, and warnings. */
    static StringBuilder begin(String title, String note, List<String> warnings) {
        StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>")
            .append(escaped(title)).append("</title><style>\n").append(STYLE).append("</style></head><body>\n<h1>")
            .append(escaped(title)).append("</h1>\n<p class=\"note\">").append(escaped(note)).append("</p>\n");
        warnings.forEach(warning -> page.append("<p class=\"warning\">").append(escaped(warning)).append("</p>\n"));
        return page;
    }

    /** Adds the ratios of all benchmarks at a glance: first as figures, then over the sizes. */
    private void overview() {
        if (comparison.isEmpty()) {
            return;
        }
        page.append("<h2>Overview</h2>\n<p class=\"note\">Time of ").append(escaped(comparison.labels().getFirst()))
            .append(" as a multiple of the peer's: below 1 it is the quicker one; what it loses is marked ▲."
                + "</p>\n<div class=\"scroll\"><table><tr><th class=\"text\">benchmark</th>");
        comparison.labels().stream().skip(1).forEach(label -> page.append("<th>").append(escaped(label))
            .append(", mean</th><th>worst</th><th>at bytes</th><th>sizes lost</th>"));
        page.append("</tr>\n");
        List<Comparison.BenchmarkTable> tables = comparison.tables().stream()
            .filter(table -> !table.results().isEmpty()).toList();
        tables.forEach(this::overviewLine);
        page.append("</table></div>\n<div class=\"charts\">\n");
        tables.stream().filter(table -> BlockFigure.hasSizes(table.benchmark()))
            .forEach(table -> page.append(ratios(table).svg()));
        page.append("</div>\n");
    }

    private void overviewLine(Comparison.BenchmarkTable table) {
        page.append("<tr><td class=\"text\">").append(escaped(table.benchmark())).append("</td>");
        List<SizeResult> results = table.mostFrequentStates();
        for (int peer = 1; peer < comparison.sides().size(); peer++) {
            int side = peer;
            double mean = Statistics.geometricMean(results.stream()
                .mapToDouble(result -> result.ratio(side).median()).toArray());
            SizeResult worst = results.stream()
                .max(Comparator.comparingDouble(result -> result.ratio(side).median())).orElseThrow();
            long lost = results.stream().filter(result -> Chart.loses(result.ratio(side).median())).count();
            page.append(ratioCell(mean)).append(ratioCell(worst.ratio(side).median()))
                .append(String.format(Locale.ROOT, "<td>%s</td><td>%d of %d</td>",
                    BlockFigure.hasSizes(table.benchmark()) ? Sizes.label(worst.bytes()) : "–", lost,
                    results.size()));
        }
        page.append("</tr>\n");
    }

    static String ratioCell(double ratio) {
        return String.format(Locale.ROOT, "<td%s>%.2f</td>",
            Chart.loses(ratio) ? " class=\"lost\"" : ratio < 0.995 ? " class=\"wins\"" : "", ratio);
    }

    private Chart ratios(Comparison.BenchmarkTable table) {
        Chart chart = Chart.ofRatios(table.benchmark(), "time, as a multiple of the peer's");
        for (int peer = comparison.sides().size() - 1; peer > 0; peer--) {
            Map<Integer, Double> points = new LinkedHashMap<>();
            for (SizeResult result : table.mostFrequentStates()) {
                points.put(result.bytes(), result.ratio(peer).median());
            }
            chart.add(comparison.labels().getFirst() + " / " + comparison.labels().get(peer), "s" + peer % STYLES,
                points);
        }
        return chart;
    }

    private void benchmark(Comparison.BenchmarkTable table) {
        page.append("<h2>").append(escaped(table.benchmark())).append("</h2>\n");
        if (table.results().isEmpty()) {
            page.append("<p class=\"warning\">Nothing could be compared.</p>\n");
            discarded(table);
            return;
        }
        page.append("<div class=\"charts\">\n");
        page.append(chart(table, "Time", "microseconds", (bytes, time) -> time).svg());
        if (BlockFigure.hasBandwidth(table.benchmark())) {
            page.append(chart(table, "Bandwidth", "megabytes (10^6) per second", (bytes, time) -> bytes / time).svg());
        }
        page.append("</div>\n");
        means(table);
        table(table);
        discarded(table);
    }

    /** Says which rounds are not in the figures, and why. */
    private void discarded(Comparison.BenchmarkTable table) {
        List<SizeRun> runs = table.runs().stream().filter(run -> run.discarded().total() > 0).toList();
        if (runs.isEmpty()) {
            return;
        }
        page.append("<p class=\"note\">Rounds that were discarded:</p>\n<ul class=\"note\">\n");
        for (SizeRun run : runs) {
            page.append("<li>").append(BlockFigure.hasSizes(table.benchmark()) ? Sizes.label(run.bytes()) + " bytes: "
                : "");
            page.append(escaped(run.results().isEmpty() ? run.why()
                : run.discarded().total() + " of " + run.attempts() + ": " + run.discarded().reasons()));
            page.append(".</li>\n");
        }
        page.append("</ul>\n");
    }

    /** The figure that a chart shows for a time. */
    private interface Figure {
        double of(int bytes, double microseconds);
    }

    private Chart chart(Comparison.BenchmarkTable table, String title, String unit, Figure figure) {
        Chart chart = Chart.ofFigures(title, unit);
        for (Comparison.LimitCurve limit : table.limits()) {
            Map<Integer, Double> points = new LinkedHashMap<>();
            limit.microseconds().forEach((bytes, time) -> points.put(bytes, figure.of(bytes, time)));
            chart.addLimit(limit.label(), points);
        }
        for (int side = comparison.sides().size() - 1; side >= 0; side--) {
            Map<Integer, Double> points = new LinkedHashMap<>();
            for (SizeResult result : table.mostFrequentStates()) {
                points.put(result.bytes(), figure.of(result.bytes(), result.time(side).median()));
            }
            chart.add(comparison.labels().get(side), "s" + side % STYLES, points);
        }
        return chart;
    }

    private void means(Comparison.BenchmarkTable table) {
        page.append("<p>");
        GeometricMean.of(table.results(), comparison.sides().size()).forEach(mean -> {
            for (int peer = 1; peer < comparison.sides().size(); peer++) {
                page.append(String.format(Locale.ROOT,
                    "Geometric mean over %s, %s: %s takes <b>%.3f</b> of %s.<br>%n",
                    mean.sizes() == 1 ? "one size" : mean.sizes() + " sizes", mean.state().label(),
                    escaped(comparison.labels().getFirst()), mean.ratios()[peer],
                    escaped(comparison.labels().get(peer))));
            }
        });
        page.append("</p>\n");
    }

    private void table(Comparison.BenchmarkTable table) {
        page.append("<div class=\"scroll\"><table><tr><th>bytes</th><th>iterations</th><th>")
            .append(escaped(comparison.labels().getFirst())).append(", µs</th>");
        comparison.labels().stream().skip(1).forEach(label -> page.append("<th>").append(escaped(label))
            .append(", µs</th><th>ratio</th><th>range</th>"));
        page.append("<th class=\"text\">state</th><th>flag, µs</th><th>blocks</th>");
        table.limits().forEach(limit -> page.append("<th>").append(escaped(limit.label())).append(", µs</th>"));
        page.append("</tr>\n");
        for (SizeResult result : table.results()) {
            page.append(String.format(Locale.ROOT, "<tr><td>%s</td><td>%d</td><td>%.3f</td>",
                Sizes.label(result.bytes()), result.iterations(), result.time(0).median()));
            for (int peer = 1; peer < comparison.sides().size(); peer++) {
                Spread ratio = result.ratio(peer);
                page.append(String.format(Locale.ROOT, "<td>%.3f</td>%s<td>%.2f – %.2f</td>",
                    result.time(peer).median(), ratioCell(ratio.median()), ratio.least(), ratio.most()));
            }
            page.append(String.format(Locale.ROOT, "<td class=\"text\">%s</td><td>%.3f</td><td>%d</td>",
                result.state().label(), result.flagMicroseconds(), result.rounds().size()));
            table.limits().forEach(limit -> page.append(String.format(Locale.ROOT, "<td>%.3f</td>",
                limit.microseconds().getOrDefault(result.bytes(), Double.NaN))));
            page.append("</tr>\n");
        }
        page.append("</table></div>\n");
    }

    /** Ends the page with the machine and the sides' commands, and returns the whole page. */
    static String end(StringBuilder page, Map<String, String> machine, List<Comparison.SideDescription> sides) {
        page.append("<h2>Machine</h2>\n<div class=\"scroll\"><table>");
        machine.forEach((name, fact) -> page.append("<tr><td class=\"text\">").append(escaped(name))
            .append("</td><td class=\"text\">").append(escaped(fact)).append("</td></tr>\n"));
        page.append("</table></div>\n");
        sides(page, sides);
        return page.append("</body></html>\n").toString();
    }

    private static void sides(StringBuilder page, List<Comparison.SideDescription> sides) {
        if (!sides.isEmpty()) {
            page.append("<h2>Sides</h2>\n");
        }
        sides.forEach(side -> page.append("<p><b>").append(escaped(side.label())).append("</b>: ")
            .append(escaped(side.library())).append("</p>\n<pre>").append(escaped(side.command()))
            .append("</pre>\n"));
    }
}
