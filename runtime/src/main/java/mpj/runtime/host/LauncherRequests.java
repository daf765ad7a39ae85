package mpj.runtime.host;

import mpj.runtime.wire.Message;

/** Takes the requests of ranks that concern other jobs, and that only the launcher itself can answer. */
@FunctionalInterface
public interface LauncherRequests {
    /** Refuses every request. */
    LauncherRequests NONE = (_, _) -> new Message.Refused("this launcher knows no other jobs");

    /**
     * Returns the answer. This may take long, as when a job is spawned.
     *
     * @param rank the rank that asks
     * @param request a {@link Message.Spawn}, {@link Message.Detach}, {@link Message.Publish},
     *     {@link Message.LookUp}, {@link Message.Withdraw}, {@link Message.AskMove} or {@link Message.Leave}
     */
    Message answer(int rank, Message request) throws InterruptedException;
}
