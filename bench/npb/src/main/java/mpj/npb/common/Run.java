package mpj.npb.common;

import java.io.PrintStream;
import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;

/** A run of one benchmark as one of its ranks sees it: the ranks, the clock, and where lines go. */
public final class Run {
    private final Intracomm ranks;
    private final boolean segments;
    private final boolean timesCommunication;
    private final PrintStream out;

    private long began;
    private long nanos;
    private long communicationBegan;
    private long communicationNanos;

    /**
     * Prepares a run.
     *
     * @param ranks those that take part, and this one among them
     * @param segments whether the data is to be in memory segments
     * @param timesCommunication whether the phases of communication are timed
     * @param out where rank 0 writes
     */
    public Run(Intracomm ranks, boolean segments, boolean timesCommunication, PrintStream out) {
        this.ranks = ranks;
        this.segments = segments;
        this.timesCommunication = timesCommunication;
        this.out = out;
    }

    /** The ranks that take part. */
    public Intracomm ranks() {
        return ranks;
    }

    /** Whether the data is to be in memory segments. */
    public boolean segments() {
        return segments;
    }

    /** Prints a line on rank 0. */
    public void say(String format, Object... values) {
        if (ranks.Rank() == 0) {
            out.println(String.format(Locale.ROOT, format, values));
        }
    }

    /** Begins the timed part, on all ranks together. What was timed before is forgotten. */
    public void start() {
        communicationNanos = 0;
        ranks.Barrier();
        began = System.nanoTime();
    }

    /** Ends the timed part. */
    public void stop() {
        nanos = System.nanoTime() - began;
    }

    /** Begins a phase of communication. Costs a comparison unless the phases are timed. */
    public void communicationBegins() {
        if (timesCommunication) {
            communicationBegan = System.nanoTime();
        }
    }

    /** Ends the phase. */
    public void communicationEnds() {
        if (timesCommunication) {
            communicationNanos += System.nanoTime() - communicationBegan;
        }
    }

    /** The times of all ranks, once the timed part is over; all ranks call this. */
    public Times times() {
        double[] seconds = {nanos * 1e-9, (nanos - communicationNanos) * 1e-9, communicationNanos * 1e-9};
        double[] least = new double[seconds.length];
        double[] most = new double[seconds.length];
        double[] mean = new double[seconds.length];
        ranks.Allreduce(seconds, 0, least, 0, seconds.length, MPI.DOUBLE, MPI.MIN);
        ranks.Allreduce(seconds, 0, most, 0, seconds.length, MPI.DOUBLE, MPI.MAX);
        ranks.Allreduce(seconds, 0, mean, 0, seconds.length, MPI.DOUBLE, MPI.SUM);
        for (int i = 0; i < mean.length; i++) {
            mean[i] /= ranks.Size();
        }
        return new Times(timesCommunication, least, most, mean);
    }

    /**
     * The times of a run's ranks in seconds: of the timed part in all, of its computation, of its communication.
     *
     * @param withCommunication whether the phases of communication were timed
     * @param least the shortest of all ranks
     * @param most the longest
     * @param mean the average
     */
    public record Times(boolean withCommunication, double[] least, double[] most, double[] mean) {
        /** How long the benchmark took: as long as its slowest rank. */
        public double seconds() {
            return most[0];
        }
    }
}
