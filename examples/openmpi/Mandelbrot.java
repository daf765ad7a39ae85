import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.imageio.ImageIO;
import mpi.CartComm;
import mpi.Datatype;
import mpi.File;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/**
 * The Mandelbrot set, as an array that is spread over a grid of ranks. All ranks write the array into one file
 * together. Each rank sees its own block of the file through a view. Any number of ranks can read the file, in blocks
 * of another shape. NumPy can read it as well, with {@code numpy.load("mandelbrot.npy")}.
 *
 * <pre>mpjrun -np 4 Mandelbrot.java [mandelbrot.npy [mandelbrot.png]]</pre>
 */
public class Mandelbrot {
    static final int HEIGHT = 480;
    static final int WIDTH = 720;
    static final int MOST = 1000;
    /** The size of the header in NumPy's format 1.0: magic number and version, the length of the rest, and the rest. */
    static final int HEADER = 128;

    public static void main(String[] args) throws MPIException, IOException {
        args = MPI.Init(args);
        String name = args.length > 0 ? args[0] : "mandelbrot.npy";
        int rank = MPI.COMM_WORLD.getRank();
        write(name);
        int[] wrong = {differences(name)};
        MPI.COMM_WORLD.allReduce(wrong, 1, MPI.INT, MPI.SUM);
        if (rank == 0) {
            if (args.length > 1) {
                picture(name, new java.io.File(args[1]));
            }
            System.out.println(wrong[0] == 0 ? "verified Mandelbrot in " + name : "FAILED Mandelbrot: " + wrong[0]);
        }
        MPI.Finalize();
    }

    /** Each rank computes a block, and all ranks write their blocks with one call. */
    static void write(String name) throws MPIException {
        int[] dims = new int[2];
        CartComm.createDims(MPI.COMM_WORLD.getSize(), dims);
        CartComm grid = MPI.COMM_WORLD.createCart(dims, new boolean[2], false);
        int[] coords = grid.getCoords(grid.getRank());
        int[] sizes = {HEIGHT, WIDTH};
        int[] starts = new int[2];
        int[] block = new int[2];
        for (int i = 0; i < 2; i++) {
            starts[i] = sizes[i] * coords[i] / dims[i];
            block[i] = sizes[i] * (coords[i] + 1) / dims[i] - starts[i];
        }
        int[] steps = new int[block[0] * block[1]];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = steps(starts[0] + i / block[1], starts[1] + i % block[1]);
        }

        File file = new File(grid, name, MPI.MODE_CREATE | MPI.MODE_WRONLY);
        file.setSize(HEADER + (long) HEIGHT * WIDTH * Integer.BYTES);
        if (grid.getRank() == 0) {
            file.writeAt(0, header(), HEADER, MPI.BYTE);
        }
        Datatype part = Datatype.createSubarray(sizes, block, starts, MPI.ORDER_C, MPI.INT);
        part.commit();
        file.setView(HEADER, MPI.INT, part, "native");
        file.writeAll(steps, steps.length, MPI.INT);
        file.close();
        part.free();
        grid.free();
    }

    /** Each rank reads every size-th row and counts the elements that are missing or wrong. */
    static int differences(String name) throws MPIException {
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        Datatype rows = Datatype.createDarray(size, rank, new int[] {HEIGHT, WIDTH},
            new int[] {MPI.DISTRIBUTE_CYCLIC, MPI.DISTRIBUTE_NONE},
            new int[] {MPI.DISTRIBUTE_DFLT_DARG, MPI.DISTRIBUTE_DFLT_DARG}, new int[] {size, 1}, MPI.ORDER_C, MPI.INT);
        rows.commit();
        int[] steps = new int[rows.getSize()];
        File file = new File(MPI.COMM_WORLD, name, MPI.MODE_RDONLY);
        file.setView(HEADER, MPI.INT, rows, "native");
        Status status = file.readAll(steps, steps.length, MPI.INT);
        file.close();
        rows.free();

        int wrong = steps.length - status.getCount(MPI.INT);
        for (int i = 0; i < steps.length; i++) {
            if (steps[i] != steps(rank + i / WIDTH * size, i % WIDTH)) {
                wrong++;
            }
        }
        return wrong;
    }

    /** The number of steps after which a point has left the circle around the set. */
    static int steps(int row, int column) {
        double a = -2.2 + 3.2 * column / WIDTH;
        double b = 1.0666 - 2.1333 * row / HEIGHT;
        double x = 0;
        double y = 0;
        int steps = 0;
        while (steps < MOST && x * x + y * y < 4) {
            double next = x * x - y * y + a;
            y = 2 * x * y + b;
            x = next;
            steps++;
        }
        return steps;
    }

    static byte[] header() {
        String order = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? "<" : ">";
        byte[] header = new byte[HEADER];
        Arrays.fill(header, (byte) ' ');
        byte[] begin = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, HEADER - 10, 0};
        byte[] rest = ("{'descr': '" + order + "i4', 'fortran_order': False, 'shape': (" + HEIGHT + ", " + WIDTH + "), }")
            .getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(begin, 0, header, 0, begin.length);
        System.arraycopy(rest, 0, header, begin.length, rest.length);
        header[HEADER - 1] = '\n';
        return header;
    }

    /** One rank reads the whole file and draws it. */
    static void picture(String name, java.io.File png) throws MPIException, IOException {
        int[] steps = new int[HEIGHT * WIDTH];
        File file = new File(MPI.COMM_SELF, name, MPI.MODE_RDONLY);
        file.readAt(HEADER, steps, steps.length, MPI.INT);
        file.close();
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_BYTE_GRAY);
        for (int i = 0; i < steps.length; i++) {
            int shade = steps[i] == MOST ? 0 : (int) (255 * (1 - Math.log(steps[i]) / Math.log(MOST)));
            image.getRaster().setSample(i % WIDTH, i / WIDTH, 0, shade);
        }
        ImageIO.write(image, "png", png);
    }
}
