package mpj.bench.imb;

import java.util.List;

/** An operation to measure, and how IMB presents its figures. */
sealed interface Benchmark {
    /** The name on the command line and in the table. */
    String name();

    /** The title in the table. Several benchmarks may have the same title, but names are unique. */
    default String title() {
        return name();
    }

    Presentation presentation();

    /** Whether it runs when no benchmark is named. */
    default boolean runsByDefault() {
        return true;
    }

    /** Whether its elements have the type of reductions. */
    default boolean reduces() {
        return false;
    }

    /** The type of its elements. The arguments are the types of {@code -data_type} and {@code -red_data_type}. */
    default ElementType elementType(ElementType data, ElementType reduction) {
        return reduces() ? reduction : data;
    }

    /**
     * How its messages lie in their buffers. The argument is the choice of {@code -contig_type}. The predefined
     * operations take basic types only.
     */
    default MessageLayout layout(MessageLayout chosen) {
        return reduces() ? MessageLayout.BASE : chosen;
    }

    /** Where its buffers lie. The argument is the choice of {@code -buffers}. */
    default MessageBuffers.Place place(MessageBuffers.Place chosen) {
        return chosen;
    }

    /**
     * How many messages are in flight in an iteration, unless {@code -window_size} says otherwise. 0 without a window.
     */
    default int window() {
        return 0;
    }

    /**
     * Whether one rank is the root. {@code -root_shift} moves the root, and {@code -iter_policy auto} depends on it.
     */
    default boolean hasRoot() {
        return false;
    }

    /** How many messages a send buffer has. */
    default int messagesSent(int ranks) {
        return 1;
    }

    /** How many messages a receive buffer has. */
    default int messagesReceived(int ranks) {
        return 1;
    }

    /** Which of its buffers are in a window. */
    default Exposure exposes() {
        return Exposure.NONE;
    }

    /** The benchmarks that its name on the command line stands for. Each has its own table. */
    default List<Benchmark> modes() {
        return List.of(this);
    }

    /** Whether it waits after each iteration, and also has a mode in which it waits once. */
    default boolean isNonAggregate() {
        return false;
    }

    /** The lines above the columns of the table that name the mode. */
    default String mode() {
        return "";
    }

    /** A benchmark whose loop is timed as a whole. */
    non-sealed interface Loop extends Benchmark {
        /** Runs {@code iterations} iterations of this rank's part. */
        void run(Sample sample, int iterations);
    }

    /** A benchmark whose calls are timed one by one. A barrier follows each call, except with {@code -sync off}. */
    non-sealed interface Call extends Benchmark {
        @Override
        default Presentation presentation() {
            return Presentation.COLLECTIVE;
        }

        /** This rank's part of one call. The offsets in the buffers are in elements. */
        void call(Sample sample, int sendOffset, int receiveOffset, int root);
    }

    /** A benchmark that takes the time itself, because the ranks measure different things. */
    non-sealed interface Timed extends Benchmark {
        /**
         * Runs {@code iterations} iterations of this rank's part.
         *
         * @param computation the computation that a rank may run meanwhile
         * @param barrier lines up the ranks
         * @return seconds per iteration, {@link Timing#NONE} on a rank that measures nothing
         */
        Timing time(Sample sample, int iterations, Clock clock, Computation computation, Runnable barrier);
    }

    /** A non-blocking collective. It is timed from its start to its completion. */
    non-sealed interface Nonblocking extends Benchmark {
        /** Whether it is also measured with a computation between start and completion. */
        boolean overlaps();

        /** Starts this rank's part of one call. The offsets in the buffers are in elements. */
        Object start(Sample sample, int sendOffset, int receiveOffset, int root);

        /** Waits for a started call. */
        default void await(Sample sample, Object request) {
            sample.comm().await(request);
        }
    }
}
