package mpj.bench.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/**
 * A log–log chart over message sizes, as SVG. Its colours come from the page's style sheet. A chart of ratios has a
 * line at 1, and marks the points above this line.
 */
final class Chart {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 380;
    private static final int LEFT = 78;
    private static final int RIGHT = 16;
    /** The right margin if it has the names of the floors. */
    private static final int RIGHT_WITH_NAMES = 106;
    private static final int TOP = 14;
    private static final int BOTTOM = 44;
    /** Up to this many powers of two, each one has its own tick. */
    private static final int FEW_SIZES = 8;
    private static final int NAME_HEIGHT = 15;
    private static final int HALF_LETTER = 4;
    /** The place of size 0 on a logarithmic axis: one step left of 1. */
    private static final double ZERO_LOG = -1;
    /** Half the height of the mark for a ratio above 1. */
    private static final double MARK = 5;

    private final String title;
    private final String unit;
    private final int base;
    private final List<Curve> curves = new ArrayList<>();

    /**
     * A curve.
     *
     * @param style the class of the style sheet that colours the curve
     * @param named whether the name of the curve is written beside the curve instead of in the key
     */
    private record Curve(String label, String style, boolean named, NavigableMap<Integer, Double> points) {
    }

    private Chart(String title, String unit, int base) {
        this.title = title;
        this.unit = unit;
        this.base = base;
    }

    /** A chart of figures that differ by orders of magnitude. */
    static Chart ofFigures(String title, String unit) {
        return new Chart(title, unit, 10);
    }

    /** A chart of the first side's times as multiples of the other sides' times. */
    static Chart ofRatios(String title, String unit) {
        return new Chart(title, unit, 2);
    }

    private boolean ofRatios() {
        return base == 2;
    }

    /** Whether the first side takes longer, by more than the rounding to a table's two digits. */
    static boolean loses(double ratio) {
        return ratio >= 1.005;
    }

    /** Adds the curve of a side. It is drawn over the earlier curves, and its name comes before theirs in the key. */
    void add(String label, String style, Map<Integer, Double> points) {
        add(label, style, false, points);
    }

    /** Adds a floor. */
    void addLimit(String label, Map<Integer, Double> points) {
        add(label, "limit", true, points);
    }

    /** Adds a curve without its figures that are not positive, because they have no place on a logarithmic chart. */
    private void add(String label, String style, boolean named, Map<Integer, Double> points) {
        NavigableMap<Integer, Double> positive = new TreeMap<>(points);
        positive.values().removeIf(value -> !(value > 0));
        if (!positive.isEmpty()) {
            curves.add(new Curve(label, style, named, positive));
        }
    }

    String svg() {
        if (curves.isEmpty()) {
            return "";
        }
        double firstX = curves.stream().mapToDouble(curve -> sizeLog(curve.points().firstKey())).min().orElseThrow();
        double lastX = curves.stream().mapToDouble(curve -> sizeLog(curve.points().lastKey())).max().orElseThrow();
        if (firstX == lastX) {
            // A single size is shown in the middle.
            firstX--;
            lastX++;
        }
        int firstDecade = (int) Math.floor(decades().min().orElseThrow());
        int lastDecade = Math.max(firstDecade + 1, (int) Math.ceil(decades().max().orElseThrow()));
        if (ofRatios()) {
            firstDecade = Math.min(firstDecade, -1);
            lastDecade = Math.max(lastDecade, 1);
        }
        Axes axes = new Axes(firstX, lastX, firstDecade, lastDecade,
            WIDTH - (curves.stream().anyMatch(Curve::named) ? RIGHT_WITH_NAMES : RIGHT));

        StringBuilder svg = new StringBuilder(String.format(
            "<figure><svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n", WIDTH, HEIGHT,
            HtmlReport.escaped(title)));
        grid(svg, axes);
        for (Curve curve : curves) {
            StringBuilder line = new StringBuilder();
            StringBuilder dots = new StringBuilder();
            curve.points().forEach((bytes, value) -> {
                double x = axes.x(sizeLog(bytes));
                double y = axes.y(log(value));
                line.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
                dots.append(mark(x, y, value)).append(String.format(Locale.ROOT, "<title>%s, %s bytes: %.4g %s</title>",
                    HtmlReport.escaped(curve.label()), Sizes.label(bytes), value, unit)).append(endOfMark(value));
            });
            svg.append(String.format("<g class=\"curve %s\"><polyline points=\"%s\"/>%s</g>%n", curve.style(),
                line.toString().strip(), dots));
        }
        names(svg, axes);
        svg.append("</svg><figcaption><b>").append(HtmlReport.escaped(title)).append("</b> ");
        curves.reversed().stream().filter(curve -> !curve.named()).forEach(curve -> svg.append(String.format(
            "<span class=\"key %s\">%s</span> ", curve.style(), HtmlReport.escaped(curve.label()))));
        return svg.append("</figcaption></figure>\n").toString();
    }

    /** The beginning of the element for a point: a disc, or a triangle if the first side loses. */
    private String mark(double x, double y, double value) {
        return isLost(value) ? String.format(Locale.ROOT,
            "<path class=\"lost\" d=\"M%.1f,%.1f l%.1f,%.1f h%.1f z\">", x, y - MARK, MARK, 2 * MARK, -2 * MARK)
            : String.format(Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.6\">", x, y);
    }

    private String endOfMark(double value) {
        return isLost(value) ? "</path>" : "</circle>";
    }

    private boolean isLost(double value) {
        return ofRatios() && loses(value);
    }

    private double log(double value) {
        return Math.log(value) / Math.log(base);
    }

    /**
     * Writes the names of the floors into the right margin, from the lowest floor up. No name overlaps the one below
     * it.
     */
    private void names(StringBuilder svg, Axes axes) {
        double below = HEIGHT - BOTTOM + NAME_HEIGHT;
        List<Curve> named = curves.stream().filter(Curve::named)
            .sorted(Comparator.comparingDouble(curve -> curve.points().lastEntry().getValue())).toList();
        for (Curve curve : named) {
            double end = axes.y(log(curve.points().lastEntry().getValue()));
            below = Math.min(end + HALF_LETTER, below - NAME_HEIGHT);
            svg.append(String.format(Locale.ROOT, "<text class=\"name %s\" x=\"%d\" y=\"%.1f\">%s</text>%n",
                curve.style(), axes.right() + 2 * HALF_LETTER, below, HtmlReport.escaped(curve.label())));
        }
    }

    private DoubleStream decades() {
        return curves.stream().flatMapToDouble(curve ->
            curve.points().values().stream().mapToDouble(this::log));
    }

    private void grid(StringBuilder svg, Axes axes) {
        for (int decade = axes.firstDecade(); decade <= axes.lastDecade(); decade++) {
            double y = axes.y(decade);
            svg.append(String.format(Locale.ROOT,
                "<line class=\"%s\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                    + "<text class=\"tick\" text-anchor=\"end\" x=\"%d\" y=\"%.1f\">%s</text>%n",
                ofRatios() && decade == 0 ? "unity" : "grid", LEFT, axes.right(), y, y, LEFT - 6, y + 4,
                decadeLabel(decade)));
        }
        int step = axes.lastX() - axes.firstX() > FEW_SIZES ? 4 : 1;
        for (int log = 0; log <= 31; log += step) {
            if (log >= axes.firstX() && log <= axes.lastX()) {
                sizeTick(svg, axes.x(log), Sizes.label(1L << log));
            }
        }
        if (axes.firstX() == ZERO_LOG) {
            sizeTick(svg, axes.x(ZERO_LOG), "0");
        }
        svg.append(String.format("<text class=\"tick\" text-anchor=\"middle\" x=\"%d\" y=\"%d\">message size, bytes"
            + "</text>%n", (LEFT + axes.right()) / 2, HEIGHT - 6));
        svg.append(String.format("<text class=\"tick\" transform=\"rotate(-90)\" text-anchor=\"middle\" x=\"%d\" "
            + "y=\"14\">%s</text>%n", -(TOP + HEIGHT - BOTTOM) / 2, unit));
    }

    private static void sizeTick(StringBuilder svg, double x, String label) {
        svg.append(String.format(Locale.ROOT,
            "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>"
                + "<text class=\"tick\" text-anchor=\"middle\" x=\"%.1f\" y=\"%d\">%s</text>%n",
            x, x, TOP, HEIGHT - BOTTOM, x, HEIGHT - BOTTOM + 16, label));
    }

    private static double sizeLog(int bytes) {
        return bytes == 0 ? ZERO_LOG : Math.log(bytes) / Math.log(2);
    }

    private String decadeLabel(int decade) {
        return decade >= 0 ? String.format(Locale.ROOT, "%,d", (long) Math.pow(base, decade))
            : String.format(Locale.ROOT, "%." + -decade + "f", Math.pow(base, decade));
    }

    /**
     * The ranges of the axes, and where the first axis ends. Sizes are binary logarithms, figures are decimal
     * logarithms.
     */
    private record Axes(double firstX, double lastX, int firstDecade, int lastDecade, int right) {
        double x(double log) {
            return LEFT + (log - firstX) / (lastX - firstX) * (right - LEFT);
        }

        double y(double log) {
            return HEIGHT - BOTTOM - (log - firstDecade) / (lastDecade - firstDecade) * (HEIGHT - TOP - BOTTOM);
        }
    }
}
