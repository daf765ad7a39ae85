package mpj.engine.library;

import java.util.List;
import mpj.engine.AgreeOperation;
import mpj.engine.Context;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.ExternalOperation;
import mpj.engine.Survival;

/** What a rank can do about failures over a C library, which ends the job when a process fails. */
record LibrarySurvival(Survival packets) implements Survival {
    @Override
    public void members(Context context, int[] members, int[] group) {
        packets.members(context, members, group);
    }

    @Override
    public void revoke(Context context) {
        throw new EngineException(ErrorClass.ERR_UNSUPPORTED_OPERATION,
            "a C MPI library has no call that revokes a communicator; use another transport");
    }

    @Override
    public boolean isRevoked(Context context) {
        return packets.isRevoked(context);
    }

    @Override
    public List<Integer> lost(int[] ranks) {
        return packets.lost(ranks);
    }

    @Override
    public int acknowledge(Context context, int[] ranks, int number) {
        return packets.acknowledge(context, ranks, number);
    }

    @Override
    public void start(AgreeOperation operation, int[] ranks, long flags, long number) {
        packets.start(operation, ranks, flags, number);
    }

    @Override
    public void guard(ExternalOperation operation, int context) {
        packets.guard(operation, context);
    }

    @Override
    public void tolerateLosses() {
        packets.tolerateLosses();
    }

    @Override
    public boolean awaitSurvivors() {
        return packets.awaitSurvivors();
    }
}
