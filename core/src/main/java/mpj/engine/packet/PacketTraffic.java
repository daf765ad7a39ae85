package mpj.engine.packet;

import mpj.engine.Completion;
import mpj.engine.wait.Traffic;
import mpj.engine.wait.WaitPolicy;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;

/**
 * What progress has to look after besides packets that arrive: sends, answers and accesses of remote memory that wait,
 * and losses.
 */
final class PacketTraffic extends Traffic {
    private final Backlog backlog;
    private final Answers answers;
    private final RemoteAccesses accesses;
    private final Losses losses;

    PacketTraffic(Backlog backlog, Answers answers, RemoteAccesses accesses, Losses losses) {
        this.backlog = backlog;
        this.answers = answers;
        this.accesses = accesses;
        this.losses = losses;
    }

    @Override
    public boolean isWaiting() {
        return !backlog.isEmpty() || answers.areDue() || accesses.areWaiting();
    }

    @Override
    public long longestSleep(long longest) {
        if (!backlog.isEmpty() || accesses.areWaiting()) {
            return WaitPolicy.LONGEST_SLEEP_WITH_MORE_TO_SEND;
        }
        return answers.areDue() ? Math.min(longest, Answers.INTERVAL) : longest;
    }

    @Override
    public boolean push() {
        boolean any = !backlog.isEmpty() && pushBacklog();
        if (answers.areDue()) {
            any |= answers.push();
        }
        if (accesses.areWaiting()) {
            any |= accesses.push();
        }
        return any;
    }

    /** If a channel is damaged, its peer is given up, and this rank goes on. */
    private boolean pushBacklog() {
        try {
            return backlog.push();
        } catch (TransportException e) {
            losses.refused(backlog.pushing().rank, e.getMessage());
            return true;
        }
    }

    @Override
    public boolean hasLosses() {
        return losses.any();
    }

    @Override
    public boolean hasNews() {
        return losses.hasNews();
    }

    @Override
    public boolean takeNews(Transport[] transports, boolean came) {
        return losses.takeNews(transports, came);
    }

    @Override
    public void reachAwaited(Completion completion) {
        losses.reachAwaited(completion);
    }
}
