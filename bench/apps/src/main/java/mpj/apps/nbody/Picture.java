package mpj.apps.nbody;

import static mpj.apps.Application.require;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.ImageIO;

/** The particles seen from above, as PNG: the logarithm of the density along z. */
final class Picture {
    private static final int PIXELS = 768;
    private static final int LEAST_CELLS = 32;
    /** The beginning and the end of the colours, each as the part of the cells that are darker. */
    private static final double DARKEST = 0.02;
    private static final double BRIGHTEST = 0.9995;
    /** The colours from nothing to the densest cell: red, green and blue of points at equal distances. */
    private static final double[][] COLOURS = {{2, 2, 12}, {30, 14, 70}, {98, 24, 110}, {176, 46, 92}, {234, 100, 48},
        {252, 182, 62}, {255, 252, 216}};

    private Picture() {
    }

    /**
     * Writes the picture. All ranks call this, and rank 0 writes the file.
     *
     * @throws IOException if the file cannot be written; the message has the name of the file
     */
    static void write(Simulation simulation, Path file) throws IOException {
        boolean periodic = simulation.model().periodic();
        int cells = (int) Math.clamp(2 * Math.cbrt(simulation.model().start().total()), LEAST_CELLS, PIXELS);
        // Of a cluster, the picture has the middle. Nearly all of its stars are within two units.
        double corner = periodic ? 0 : -2;
        double side = periodic ? 1 : 4;
        float[] part = new float[cells * cells];
        Particles particles = simulation.particles();
        for (int i = 0; i < particles.count; i++) {
            spread((particles.x[i] - corner) / side * cells, (particles.y[i] - corner) / side * cells, periodic, part,
                cells);
        }
        float[] density = new float[part.length];
        simulation.communication().sumOnRank0(part, density);
        if (simulation.communication().rank() == 0) {
            try (OutputStream out = Files.newOutputStream(file)) {
                if (!ImageIO.write(image(density, cells), "png", out)) {
                    throw new IOException("this Java has no writer for PNG");
                }
            } catch (IOException e) {
                throw new IOException("--plot " + file + ": " + e.getMessage(), e);
            }
        }
    }

    /** Refuses a file that rank 0 cannot write. This is called before the simulation, not after it. */
    static void check(Communication communication, Path file) {
        Path folder = file.toAbsolutePath().getParent();
        boolean here = communication.rank() > 0 || folder != null && Files.isDirectory(folder)
            && Files.isWritable(folder) && !Files.isDirectory(file);
        require(communication.max(here ? 0 : 1) == 0, "--plot", file,
            "rank 0 cannot write it; give a file in a folder that is there and that it may write to");
    }

    /** Divides a particle among the four cells whose middles are nearest. */
    private static void spread(double x, double y, boolean periodic, float[] density, int cells) {
        int column = (int) Math.floor(x - 0.5);
        int row = (int) Math.floor(y - 0.5);
        float right = (float) (x - 0.5 - column);
        float below = (float) (y - 0.5 - row);
        add(column, row, (1 - right) * (1 - below), periodic, density, cells);
        add(column + 1, row, right * (1 - below), periodic, density, cells);
        add(column, row + 1, (1 - right) * below, periodic, density, cells);
        add(column + 1, row + 1, right * below, periodic, density, cells);
    }

    private static void add(int column, int row, float share, boolean periodic, float[] density, int cells) {
        if (periodic) {
            density[Math.floorMod(row, cells) * cells + Math.floorMod(column, cells)] += share;
        } else if (column >= 0 && row >= 0 && column < cells && row < cells) {
            density[row * cells + column] += share;
        }
    }

    private static BufferedImage image(float[] density, int cells) {
        double[] brightness = new double[density.length];
        for (int i = 0; i < density.length; i++) {
            brightness[i] = Math.log1p(density[i]);
        }
        double[] sorted = brightness.clone();
        Arrays.sort(sorted);
        double least = sorted[(int) (DARKEST * (sorted.length - 1))];
        double range = Math.max(sorted[(int) (BRIGHTEST * (sorted.length - 1))] - least, Double.MIN_NORMAL);
        BufferedImage image = new BufferedImage(PIXELS, PIXELS, BufferedImage.TYPE_INT_RGB);
        for (int row = 0; row < PIXELS; row++) {
            for (int column = 0; column < PIXELS; column++) {
                double value = between(brightness, cells, (column + 0.5) / PIXELS * cells - 0.5,
                    (row + 0.5) / PIXELS * cells - 0.5);
                // The first row of an image is the uppermost, so the rows are turned over.
                image.setRGB(column, PIXELS - 1 - row, colour(Math.clamp((value - least) / range, 0, 1)));
            }
        }
        return image;
    }

    private static double between(double[] values, int cells, double x, double y) {
        int column = (int) Math.floor(x);
        int row = (int) Math.floor(y);
        double right = x - column;
        double below = y - row;
        int left = Math.clamp(column, 0, cells - 1);
        int upper = Math.clamp(row, 0, cells - 1);
        int next = Math.min(column + 1, cells - 1);
        int lower = Math.min(row + 1, cells - 1);
        return (1 - below) * ((1 - right) * values[upper * cells + left] + right * values[upper * cells + next])
            + below * ((1 - right) * values[lower * cells + left] + right * values[lower * cells + next]);
    }

    private static int colour(double brightness) {
        double place = brightness * (COLOURS.length - 1);
        int lower = Math.min((int) place, COLOURS.length - 2);
        int rgb = 0;
        for (int channel = 0; channel < 3; channel++) {
            double value = COLOURS[lower][channel]
                + (place - lower) * (COLOURS[lower + 1][channel] - COLOURS[lower][channel]);
            rgb = rgb << 8 | (int) Math.round(value);
        }
        return rgb;
    }
}
