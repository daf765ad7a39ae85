package mpj.trace;

import java.util.function.Consumer;

/** One kind of fault that is searched for in a trace. */
interface Pattern {
    double NANOS = 1e-9;

    void find(Trace trace, RankCalls calls, Consumer<Finding> findings);
}
