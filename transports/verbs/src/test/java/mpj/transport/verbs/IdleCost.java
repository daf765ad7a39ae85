package mpj.transport.verbs;

import mpj.transport.spi.Job;
import mpj.transport.spi.Transport;

/** Prints the cost of making progress for a rank that gets no packets: it looks at its completion queue. */
public final class IdleCost {
    private static final int ROUNDS = 2_000_000;
    /** The first calls last until the code is compiled. */
    private static final int TIMES = 8;

    private IdleCost() {
    }

    /** Runs as the only rank. */
    public static void main(String[] args) {
        Ends.Got got = new Ends.Got();
        try (Transport transport = new VerbsProvider().open(new Job(0, 1, 1, new byte[1]), "")) {
            for (int i = 0; i < TIMES; i++) {
                long start = System.nanoTime();
                for (int round = 0; round < ROUNDS; round++) {
                    transport.progress(got);
                }
                System.out.println("idle completion queue " + (System.nanoTime() - start) / ROUNDS + " ns");
            }
        }
    }
}
