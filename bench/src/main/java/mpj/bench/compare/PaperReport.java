package mpj.bench.compare;

import java.util.List;
import java.util.Map;

/** The page of a whole suite. */
final class PaperReport {
    private PaperReport() {
    }

    static String html(String date, Map<String, String> machine, List<Outcome> outcomes) {
        StringBuilder page = HtmlReport.begin("The benchmarks of docs/benchmarks.md, measured again", date
            + ". A time is the median over blocks that ran by turns; a ratio is that of our time to the other's.",
            List.of());
        page.append("<h2>What was measured</h2>\n<div class=\"scroll\"><table><tr><th class=\"text\">table</th>"
            + "<th class=\"text\">what</th><th class=\"text\">state</th></tr>\n");
        for (Outcome outcome : outcomes) {
            Exhibit exhibit = outcome.planned().exhibit();
            page.append("<tr><td class=\"text\"><a href=\"#").append(exhibit.id()).append("\">").append(exhibit.id())
                .append("</a></td><td class=\"text\">").append(HtmlReport.escaped(exhibit.title()))
                .append("</td><td class=\"text\">").append(outcome.state()).append("</td></tr>\n");
        }
        page.append("</table></div>\n");
        outcomes.forEach(outcome -> section(page, outcome));
        return HtmlReport.end(page, machine, List.of());
    }

    private static void section(StringBuilder page, Outcome outcome) {
        page.append("<h1 id=\"").append(outcome.planned().exhibit().id()).append("\">")
            .append(HtmlReport.escaped(outcome.planned().exhibit().title())).append("</h1>\n<pre>")
            .append(HtmlReport.escaped(outcome.planned().typed())).append("</pre>\n");
        outcome.reasons().forEach(reason -> page.append("<p class=\"warning\">").append(HtmlReport.escaped(reason))
            .append("</p>\n"));
        if (outcome.comparison() != null) {
            page.append(HtmlReport.section(outcome.comparison()));
        } else if (!outcome.text().isEmpty()) {
            page.append("<pre>").append(HtmlReport.escaped(outcome.text())).append("</pre>\n");
        }
    }

    /** The figures of the comparisons. The first column says which table a line belongs to. */
    static String csv(List<Outcome> outcomes) {
        StringBuilder csv = new StringBuilder("table,").append(CsvReport.HEADING).append('\n');
        for (Outcome outcome : outcomes) {
            String id = outcome.planned().exhibit().id();
            if (outcome.comparison() != null) {
                CsvReport.of(outcome.comparison()).lines().skip(1)
                    .forEach(line -> csv.append(id).append(',').append(line).append('\n'));
            }
        }
        return csv.toString();
    }
}
