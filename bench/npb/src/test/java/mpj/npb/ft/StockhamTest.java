package mpj.npb.ft;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class StockhamTest {
    private static final double ERROR = 1e-10;

    private static double[] random(int count, long seed) {
        return new Random(seed).doubles(count, -1, 1).toArray();
    }

    /** Lines that follow each other, and lines that lie across. */
    private static Lines lines(double[] re, double[] im, int points, int lines, boolean across) {
        return new Lines(re, im, 0, points, 0, across ? lines : 1, across ? 1 : points);
    }

    @Property(tries = 20)
    void transformIsTheSumThatDefinesIt(@ForAll @IntRange(min = 1, max = 6) int log, @ForAll boolean across,
            @ForAll long seed) {
        int points = 1 << log;
        int lines = 5;
        double[] re = random(points * lines, seed);
        double[] im = random(points * lines, ~seed);
        double[] toRe = new double[re.length];
        double[] toIm = new double[im.length];
        new Stockham(points, lines).transform(lines(re, im, points, lines, across), 0,
            lines(toRe, toIm, points, lines, across), 0, false);
        for (int line = 0; line < lines; line++) {
            for (int k = 0; k < points; k++) {
                double sumRe = 0;
                double sumIm = 0;
                for (int p = 0; p < points; p++) {
                    int at = across ? p * lines + line : line * points + p;
                    double angle = 2 * Math.PI * k * p / points;
                    sumRe += re[at] * Math.cos(angle) - im[at] * Math.sin(angle);
                    sumIm += re[at] * Math.sin(angle) + im[at] * Math.cos(angle);
                }
                int at = across ? k * lines + line : line * points + k;
                assertEquals(sumRe, toRe[at], ERROR);
                assertEquals(sumIm, toIm[at], ERROR);
            }
        }
    }

    @Property(tries = 20)
    void backIsTheInverseTimesTheLength(@ForAll @IntRange(min = 1, max = 9) int log, @ForAll boolean across,
            @ForAll long seed) {
        int points = 1 << log;
        int lines = 5;
        double[] re = random(points * lines, seed);
        double[] im = random(points * lines, ~seed);
        double[] wasRe = re.clone();
        double[] wasIm = im.clone();
        Lines all = lines(re, im, points, lines, across);
        Stockham stockham = new Stockham(points, lines);
        stockham.transform(all, 0, all, 0, false);
        stockham.transform(all, 0, all, 0, true);
        for (int i = 0; i < re.length; i++) {
            re[i] /= points;
            im[i] /= points;
        }
        assertArrayEquals(wasRe, re, ERROR);
        assertArrayEquals(wasIm, im, ERROR);
    }

    @Property(tries = 20)
    void linesInPartsAreThoseInOnePart(@ForAll @IntRange(max = 3) int logOfParts, @ForAll boolean across,
            @ForAll long seed) {
        int parts = 1 << logOfParts;
        int perPart = 4;
        int points = parts * perPart;
        int lines = 4;
        double[] buffer = random(2 * points * lines, seed);
        Lines inParts = Lines.parts(buffer, parts, perPart, across ? lines : 1, across ? 1 : perPart);
        double[][] re = new double[points][lines];
        double[][] im = new double[points][lines];
        inParts.gather(0, re, im, points, lines);
        int share = buffer.length / parts;
        for (int point = 0; point < points; point++) {
            for (int line = 0; line < lines; line++) {
                int at = point / perPart * share
                    + (across ? point % perPart * lines + line : line * perPart + point % perPart);
                assertEquals(buffer[at], re[point][line]);
                assertEquals(buffer[at + share / 2], im[point][line]);
            }
        }
        double[] copy = new double[buffer.length];
        Lines.parts(copy, parts, perPart, across ? lines : 1, across ? 1 : perPart).scatter(0, re, im, points, lines);
        assertArrayEquals(buffer, copy);
    }
}
