package mpj.core.window;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import mpj.core.datatype.Constants;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/** The memory of all ranks of a window, as this rank reaches it. */
final class Targets {
    private final Target[] all;

    /** @param all the targets, by rank */
    Targets(Target[] all) {
        this.all = all;
    }

    int size() {
        return all.length;
    }

    Target of(int rank) {
        return all[rank];
    }

    /**
     * Whether a target is PROC_NULL, for which there is nothing to do. Throws if it is neither PROC_NULL nor a rank.
     */
    boolean isProcNull(int rank) {
        if (rank == Constants.PROC_NULL) {
            return true;
        }
        checkRank(rank);
        return false;
    }

    void checkRank(int rank) {
        if (rank < 0 || rank >= all.length) {
            throw new EngineException(ErrorClass.ERR_RANK, "target rank is " + rank + "; it must be 0 to "
                + (all.length - 1) + " or MPI.PROC_NULL");
        }
    }

    /** Asks all targets a question at once, and waits for all answers, even if one of them fails. */
    FirstFailure awaitAll(Function<Target, Runnable> question) {
        return await(Arrays.asList(all), question);
    }

    /** The same for some of the targets. */
    FirstFailure await(int[] ranks, Function<Target, Runnable> question) {
        return await(Arrays.stream(ranks).mapToObj(rank -> all[rank]).toList(), question);
    }

    private static FirstFailure await(List<Target> asked, Function<Target, Runnable> question) {
        FirstFailure failure = new FirstFailure();
        List<Runnable> answers = new ArrayList<>();
        for (Target target : asked) {
            failure.in(() -> {
                Runnable answer = question.apply(target);
                if (answer != null) {
                    answers.add(answer);
                }
            });
        }
        answers.forEach(failure::in);
        return failure;
    }
}
