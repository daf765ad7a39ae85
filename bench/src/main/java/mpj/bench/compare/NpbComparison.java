package mpj.bench.compare;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The whole of a run of NAS Parallel Benchmarks, and its reports.
 *
 * @param date the date and time, as text
 * @param machine facts about the machine, by name
 * @param sides the sides; the first one is compared with each of the others
 * @param ranks the number of ranks of each job
 * @param warnings sentences that a reader should know, such as which benchmarks were left out
 * @param results the results, in the order in which they were measured
 */
record NpbComparison(String date, Map<String, String> machine, List<Comparison.SideDescription> sides, int ranks,
                     List<String> warnings, List<NpbResult> results) {
    static final String CSV_HEADING = "benchmark,class,ranks,rounds,ours,ours_seconds,ours_mops,ours_communication,"
        + "ours_verified,peer,peer_seconds,peer_mops,peer_communication,peer_verified,ratio,ratio_min,ratio_max";

    List<String> labels() {
        return sides.stream().map(Comparison.SideDescription::label).toList();
    }

    String textHeading() {
        StringBuilder line = new StringBuilder("# NAS Parallel Benchmarks, #processes = " + ranks
            + "; time in seconds and Mop/s (median), comm = part of the time, ratio = time of " + labels().getFirst()
            + " / peer, median [min..max]\n");
        line.append(String.format("%-10s", "#benchmark"));
        for (int side = 0; side < sides.size(); side++) {
            line.append(String.format(" %18s %10s %5s", labels().get(side) + ", s", "Mop/s", "comm"));
            line.append(side == 0 ? "" : String.format(" %20s", "ratio"));
        }
        return line.toString();
    }

    String textLine(NpbResult result) {
        StringBuilder line = new StringBuilder(String.format("%-10s", result.name()));
        for (int side = 0; side < sides.size(); side++) {
            line.append(String.format(Locale.ROOT, " %18.2f %10.2f %5s", result.seconds(side).median(),
                result.rate(side).median(), percent(result.communication().get(side))));
            if (side > 0) {
                Spread ratio = result.ratio(side);
                line.append(String.format(Locale.ROOT, "  %5.2f [%5.2f..%5.2f]", ratio.median(), ratio.least(),
                    ratio.most()));
            }
            line.append(result.isVerified(side) ? "" : " NOT VERIFIED");
        }
        return line.toString();
    }

    /** The mean ratios, with one line for each class. */
    String textMeans() {
        StringBuilder lines = new StringBuilder();
        for (String problem : NpbResult.problems(results)) {
            for (int peer = 1; peer < sides.size(); peer++) {
                lines.append(mean(problem, peer)).append('\n');
            }
        }
        return lines.toString();
    }

    private String mean(String problem, int peer) {
        List<NpbResult> some = results.stream().filter(result -> result.problem().equals(problem)).toList();
        return String.format(Locale.ROOT, "# geometric mean over %s of class %s: %s takes %.3f of %s",
            some.size() == 1 ? "one benchmark" : some.size() + " benchmarks", problem, labels().getFirst(),
            NpbResult.mean(some, peer), labels().get(peer));
    }

    private static String percent(double part) {
        return Double.isNaN(part) ? "-" : String.format(Locale.ROOT, "%.0f%%", 100 * part);
    }

    String csv() {
        StringBuilder csv = new StringBuilder(CSV_HEADING).append('\n');
        for (NpbResult result : results) {
            for (int peer = 1; peer < sides.size(); peer++) {
                Spread ratio = result.ratio(peer);
                csv.append(String.format(Locale.ROOT, "%s,%s,%d,%d,%s,%s,%.4f,%.4f,%.4f%n", result.benchmark(),
                    result.problem(), ranks, result.rounds().size(), csvFields(result, 0), csvFields(result, peer),
                    ratio.median(), ratio.least(), ratio.most()));
            }
        }
        return csv.toString();
    }

    private String csvFields(NpbResult result, int side) {
        return String.format(Locale.ROOT, "%s,%.2f,%.2f,%.4f,%b", CsvReport.field(labels().get(side)),
            result.seconds(side).median(), result.rate(side).median(), result.communication().get(side),
            result.isVerified(side));
    }

    String html() {
        StringBuilder page = HtmlReport.begin("NAS Parallel Benchmarks, " + String.join(", ", labels()) + ": " + ranks
            + " ranks", date + ". The sides ran by turns. A time is the median over the rounds; a ratio is that of the"
            + " first side's time to the peer's, round by round: the median and the range. Communication is its part"
            + " of the time on the average rank, from a run of its own with timers.", warnings);
        for (String problem : NpbResult.problems(results)) {
            page.append("<h2>Class ").append(HtmlReport.escaped(problem)).append("</h2>\n<p>");
            for (int peer = 1; peer < sides.size(); peer++) {
                page.append(HtmlReport.escaped(mean(problem, peer).substring(2))).append(".<br>\n");
            }
            page.append("</p>\n<div class=\"scroll\"><table><tr><th class=\"text\">benchmark</th>");
            for (int side = 0; side < sides.size(); side++) {
                page.append("<th>").append(HtmlReport.escaped(labels().get(side)))
                    .append(", s</th><th>Mop/s</th><th>communication</th>")
                    .append(side == 0 ? "" : "<th>ratio</th><th>range</th>");
            }
            page.append("<th class=\"text\">result</th></tr>\n");
            results.stream().filter(result -> result.problem().equals(problem)).map(this::htmlLine)
                .forEach(page::append);
            page.append("</table></div>\n");
        }
        return HtmlReport.end(page, machine, sides);
    }

    private String htmlLine(NpbResult result) {
        StringBuilder line = new StringBuilder("<tr><td class=\"text\">" + result.name() + "</td>");
        boolean verified = true;
        for (int side = 0; side < sides.size(); side++) {
            line.append(String.format(Locale.ROOT, "<td>%.2f</td><td>%.2f</td><td>%s</td>",
                result.seconds(side).median(), result.rate(side).median(),
                percent(result.communication().get(side))));
            if (side > 0) {
                Spread ratio = result.ratio(side);
                line.append(HtmlReport.ratioCell(ratio.median())).append(String.format(Locale.ROOT,
                    "<td>%.2f – %.2f</td>", ratio.least(), ratio.most()));
            }
            verified &= result.isVerified(side);
        }
        return line.append("<td class=\"text\">").append(verified ? "verified" : "NOT VERIFIED")
            .append("</td></tr>\n").toString();
    }
}
