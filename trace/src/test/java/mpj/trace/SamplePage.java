package mpj.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;

/** A page for people to look at, with ranks that compute, exchange messages with their neighbours, and reduce. */
final class SamplePage {
    private static final double STEP = 0.2;

    private SamplePage() {
    }

    /** Writes the page. */
    public static void main(String[] args) throws IOException {
        TraceReport.write(Path.of(args[0]), trace(Integer.parseInt(args[1]), Integer.parseInt(args[2])));
    }

    /** About three calls and two messages for each rank in each step. */
    static Trace trace(int size, int steps) {
        Random random = new Random(1);
        TraceBuilder builder = new TraceBuilder(size);
        for (int rank = 0; rank < size; rank++) {
            builder.call(rank, "Init", 0, 0.3 + 0.01 * rank, "Heat.java:12");
        }
        for (int step = 0; step < steps; step++) {
            double begin = 0.5 + step * STEP;
            for (int rank = 0; rank < size; rank++) {
                double late = random.nextDouble() * 0.03 + (rank == 3 ? 0.04 : 0);
                int next = (rank + 1) % size;
                builder.call(rank, "Send", begin + late, begin + late + 0.01, "Heat.java:41", next, 8_192);
                builder.message(rank, next, begin + late + 0.002, begin + late + 0.012, begin + late + 0.03,
                    8L << random.nextInt(12));
                builder.call(rank, "Recv", begin + late + 0.012, begin + 0.09, "Heat.java:42",
                    (rank + size - 1) % size, 8_192);
                builder.call(rank, "Allreduce", begin + 0.1 + late, begin + 0.18, "Heat.java:50", -1, 8);
            }
        }
        return builder.build();
    }
}
