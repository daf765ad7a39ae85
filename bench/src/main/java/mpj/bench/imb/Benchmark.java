package mpj.bench.imb;

/** An operation to measure, and how IMB presents it. */
sealed interface Benchmark {
    /** As given on the command line and shown in the table. */
    String name();

    Presentation presentation();

    /** Whether it runs when no benchmark is named. */
    default boolean runsByDefault() {
        return true;
    }

    /** Whether its elements are of the reduction type. */
    default boolean reduces() {
        return false;
    }

    /** The type of its elements, given those of {@code -data_type} and {@code -red_data_type}. */
    default ElementType elementType(ElementType data, ElementType reduction) {
        return reduces() ? reduction : data;
    }

    /** How its messages lie, given {@code -contig_type}: the predefined operations are of basic types only. */
    default MessageLayout layout(MessageLayout chosen) {
        return reduces() ? MessageLayout.BASE : chosen;
    }

    /** Where its buffers lie, given {@code -buffers}. */
    default MessageBuffers.Place place(MessageBuffers.Place chosen) {
        return chosen;
    }

    /** Messages in flight per iteration, unless {@code -window_size} says otherwise; 0 where there is no window. */
    default int window() {
        return 0;
    }

    /** Whether one rank is the root, which {@code -root_shift} moves and {@code -iter_policy auto} looks at. */
    default boolean hasRoot() {
        return false;
    }

    /** Messages that a send buffer holds. */
    default int messagesSent(int ranks) {
        return 1;
    }

    /** Messages that a receive buffer holds. */
    default int messagesReceived(int ranks) {
        return 1;
    }

    /** A benchmark whose loop is timed as a whole. */
    non-sealed interface Loop extends Benchmark {
        /** Runs {@code iterations} iterations of this rank's part. */
        void run(Sample sample, int iterations);
    }

    /** A benchmark whose calls are timed one by one, with a barrier after each unless {@code -sync off}. */
    non-sealed interface Call extends Benchmark {
        @Override
        default Presentation presentation() {
            return Presentation.COLLECTIVE;
        }

        /** This rank's part of one call, at the given offsets in the buffers, in elements. */
        void call(Sample sample, int sendOffset, int receiveOffset, int root);
    }

    /** A non-blocking collective: timed from its start to its completion. */
    non-sealed interface Nonblocking extends Benchmark {
        /** Whether it is measured with a computation between start and completion too. */
        boolean overlaps();

        /** Starts this rank's part of one call, at the given offsets in the buffers, in elements. */
        Object start(Sample sample, int sendOffset, int receiveOffset, int root);

        /** Waits for what was started. */
        default void await(Sample sample, Object request) {
            sample.comm().await(request);
        }
    }
}
