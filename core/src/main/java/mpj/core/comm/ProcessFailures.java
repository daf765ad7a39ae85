package mpj.core.comm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import mpj.core.error.ErrorHandling;
import mpj.core.error.LiveEngine;
import mpj.core.group.Membership;
import mpj.core.group.ProcessGroup;
import mpj.engine.AgreeOperation;
import mpj.engine.Ballot;
import mpj.engine.Context;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;
import mpj.engine.Survival;

/**
 * The calls by which the ranks of a communicator go on when other ranks have failed. MPI: the extension for the failure
 * of processes (ULFM, User-Level Failure Mitigation). These calls also work on a communicator that was revoked.
 */
public final class ProcessFailures {
    private static final long ALL_FLAGS = -1;
    private static final long LOWER = (1L << Integer.SIZE) - 1;
    private static final long UPPER = ~LOWER;

    private final LiveEngine live;
    private final Membership membership;
    private final ErrorHandling errors;
    private final boolean inter;
    /** All ranks that take part in agreements, in an order that is the same on every rank. */
    private final int[] ranks;
    /** The ranks that were lost, by the last {@link #maximum}. */
    private final Set<Integer> lost = new HashSet<>();

    /**
     * The calls on one communicator.
     *
     * @param inter whether it has two groups
     * @param ranks all ranks of the communicator, in an order that is the same on every rank
     */
    ProcessFailures(LiveEngine live, Membership membership, boolean inter, int[] ranks, ErrorHandling errors) {
        this.live = live;
        this.membership = membership;
        this.inter = inter;
        this.ranks = ranks;
        this.errors = errors;
    }

    /** An agreement on the program's flag. */
    private final class FlagOperation extends AgreeOperation {
        private final int[] flag;

        FlagOperation(int[] flag) {
            super(membership.context);
            this.flag = flag;
        }

        @Override
        public void agreed(Ballot outcome) {
            flag[0] = agreedFlag(outcome.flags());
            BitSet unknown = (BitSet) outcome.failed().clone();
            unknown.andNot(outcome.acknowledged());
            if (!unknown.isEmpty()) {
                fail(ErrorClass.ERR_PROC_FAILED, "the ranks have agreed, but not all of them have acknowledged the"
                    + " loss of " + names(unknown) + "; acknowledge it with getFailed and ackFailed");
            }
        }
    }

    /**
     * An agreement on the largest of the ranks' numbers, for the context of the communicator that {@link #shrink}
     * makes.
     */
    private static final class MaximumOperation extends AgreeOperation {
        private Ballot outcome;

        MaximumOperation(Context context) {
            super(context);
        }

        @Override
        public void agreed(Ballot agreed) {
            outcome = agreed;
        }
    }

    /**
     * This rank's bits, as its ballot has them. The ballots of an intercommunicator have the bits of one group in the
     * upper half and those of the other group in the lower half. Its outcome therefore has what each group has agreed
     * on.
     */
    private long ballotFlags(int flag) {
        return !inter ? flag : isOfFirstGroup() ? (long) flag << Integer.SIZE | LOWER : UPPER | flag & LOWER;
    }

    /** The bits that all ranks have set; on an intercommunicator, those that all ranks of the other group have set. */
    private int agreedFlag(long flags) {
        return (int) (inter && !isOfFirstGroup() ? flags >>> Integer.SIZE : flags);
    }

    /** Whether this rank is in the group of the first rank, of all ranks of an intercommunicator. */
    private boolean isOfFirstGroup() {
        return Arrays.stream(membership.group).anyMatch(member -> member == ranks[0]);
    }

    private String names(BitSet places) {
        List<String> names = new ArrayList<>();
        places.stream().forEach(place -> names.add("rank " + ranks[place] + " of MPI.COMM_WORLD"));
        return String.join(", ", names);
    }

    private Engine engine() {
        return live.get();
    }

    private Survival survival() {
        return engine().survival();
    }

    /** MPIX_Comm_revoke. One rank calls this. */
    public void revoke() {
        errors.run(() -> survival().revoke(membership.context));
    }

    /** MPIX_Comm_is_revoked. */
    public boolean isRevoked() {
        return errors.result(() -> survival().isRevoked(membership.context));
    }

    /**
     * MPIX_Comm_get_failed: the ranks that this rank knows to be lost, in the order in which it has learned of the
     * losses.
     */
    public ProcessGroup failed() {
        return errors.result(() -> new ProcessGroup(
            survival().lost(ranks).stream().mapToInt(Integer::intValue).toArray(), engine().rank()));
    }

    /**
     * MPIX_Comm_ack_failed.
     *
     * @param number the program knows of this many ranks of {@link #failed}, counted from the first
     * @return how many lost ranks are acknowledged from now on
     */
    public int acknowledge(int number) {
        if (number < 0) {
            throw errors.raise(ErrorClass.ERR_ARG, "num_to_ack is " + number + "; it must not be negative");
        }
        return errors.number(() -> survival().acknowledge(membership.context, ranks, number));
    }

    /**
     * MPIX_Comm_agree. All ranks that are left call this method.
     *
     * @param flag its first element has the bits of this rank, and afterwards the bits that all ranks have set; on an
     *     intercommunicator, the bits that all ranks of the other group have set. It is set even if this method throws
     * @throws RuntimeException of class {@link ErrorClass#ERR_PROC_FAILED}, on all ranks, when a rank is lost and not
     *     all of them have acknowledged that loss
     */
    public void agree(int[] flag) {
        Operation operation = startAgree(flag);
        errors.run(() -> {
            engine().finish(operation);
            operation.check();
        });
    }

    /** MPIX_Comm_iagree: starts what {@link #agree} does. The operation completes when the outcome is known. */
    public Operation startAgree(int[] flag) {
        if (flag == null || flag.length == 0) {
            throw errors.raise(ErrorClass.ERR_ARG, "flag is " + (flag == null ? "null" : "empty")
                + "; pass an array with one element, the flag, which is replaced by the result");
        }
        return errors.result(() -> {
            FlagOperation operation = new FlagOperation(flag);
            survival().start(operation, ranks, ballotFlags(flag[0]), Long.MIN_VALUE);
            return operation;
        });
    }

    /** Returns when all ranks that are left have called this method. */
    void meet() {
        agree(new MaximumOperation(membership.context), Long.MIN_VALUE);
    }

    private void agree(MaximumOperation operation, long value) {
        survival().start(operation, ranks, ALL_FLAGS, value);
        engine().finish(operation);
        operation.check();
    }

    /**
     * The largest of the values of all ranks that are left. All of them call this. Afterwards {@link #left} is the same
     * on all of them.
     */
    long maximum(long value) {
        MaximumOperation operation = new MaximumOperation(membership.context);
        agree(operation, value);
        lost.clear();
        operation.outcome.failed().stream().forEach(place -> lost.add(ranks[place]));
        if (lost.contains(engine().rank())) {
            throw new EngineException(ErrorClass.ERR_PROC_FAILED, "the other ranks take this rank for lost, and go on"
                + " without it");
        }
        return operation.outcome.maximum();
    }

    /** Those of some ranks that no rank knew to be lost in the last {@link #maximum}. */
    int[] left(int[] group) {
        return Arrays.stream(group).filter(rank -> !lost.contains(rank)).toArray();
    }
}
