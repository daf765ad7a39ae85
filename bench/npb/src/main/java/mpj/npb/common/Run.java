package mpj.npb.common;

import java.io.PrintStream;
import java.util.Locale;
import mpi.Intracomm;

/** A run of one benchmark as one of its ranks sees it: the ranks, the clock and the output. */
public final class Run {
    private final Intracomm ranks;
    private final Messages messages;
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
     * @param ranks the ranks that take part, with this rank among them
     * @param segments whether the data is to be in memory segments
     * @param timesCommunication whether the phases of communication are timed
     * @param out where rank 0 writes
     */
    public Run(Intracomm ranks, boolean segments, boolean timesCommunication, PrintStream out) {
        this(ranks, new MpijavaMessages(ranks), segments, timesCommunication, out);
    }

    /**
     * Prepares a run of a benchmark that calls MPI through {@link #messages} only.
     *
     * @param messages the ranks that take part, through the API of the job
     * @param timesCommunication whether the phases of communication are timed
     * @param out where rank 0 writes
     */
    public Run(Messages messages, boolean timesCommunication, PrintStream out) {
        this(null, messages, false, timesCommunication, out);
    }

    private Run(Intracomm ranks, Messages messages, boolean segments, boolean timesCommunication, PrintStream out) {
        this.ranks = ranks;
        this.messages = messages;
        this.segments = segments;
        this.timesCommunication = timesCommunication;
        this.out = out;
    }

    /** The ranks that take part, through mpiJava's API. */
    public Intracomm ranks() {
        return ranks;
    }

    /** The ranks that take part, through either API. */
    public Messages messages() {
        return messages;
    }

    /** Whether the data is to be in memory segments. */
    public boolean segments() {
        return segments;
    }

    /** Prints a line, on rank 0 only. */
    public void say(String format, Object... values) {
        if (messages.rank() == 0) {
            out.println(String.format(Locale.ROOT, format, values));
        }
    }

    /** Begins the timed part on all ranks together, and forgets what was timed before. */
    public void start() {
        communicationNanos = 0;
        messages.barrier();
        began = System.nanoTime();
    }

    /** Ends the timed part. */
    public void stop() {
        nanos = System.nanoTime() - began;
    }

    /** Begins a phase of communication. It costs one comparison if the phases are not timed. */
    public void communicationBegins() {
        if (timesCommunication) {
            communicationBegan = System.nanoTime();
        }
    }

    /** Ends the phase of communication. */
    public void communicationEnds() {
        if (timesCommunication) {
            communicationNanos += System.nanoTime() - communicationBegan;
        }
    }

    /** The times of all ranks. All ranks call this after the timed part. */
    public Times times() {
        double[] seconds = {nanos * 1e-9, (nanos - communicationNanos) * 1e-9, communicationNanos * 1e-9};
        double[] least = new double[seconds.length];
        double[] most = new double[seconds.length];
        double[] mean = new double[seconds.length];
        messages.allreduce(seconds, least, Messages.Reduction.LEAST);
        messages.allreduce(seconds, most, Messages.Reduction.MOST);
        messages.allreduce(seconds, mean, Messages.Reduction.SUM);
        for (int i = 0; i < mean.length; i++) {
            mean[i] /= messages.size();
        }
        return new Times(timesCommunication, least, most, mean);
    }

    /**
     * The times of a run's ranks in seconds. Each array has the time of the whole timed part, of its computation and of
     * its communication.
     *
     * @param withCommunication whether the phases of communication were timed
     * @param least the shortest time of any rank
     * @param most the longest time of any rank
     * @param mean the average over the ranks
     */
    public record Times(boolean withCommunication, double[] least, double[] most, double[] mean) {
        /** The time of the benchmark, which is the time of its slowest rank. */
        public double seconds() {
            return most[0];
        }
    }
}
