package mpj.engine.packet;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import mpj.engine.match.Envelope;
import mpj.engine.match.Sources;
import mpj.engine.wait.EngineLock;

/**
 * Finds out whether the packets that this rank has sent have arrived. Packets to a rank arrive in the order in which
 * they leave. So when a marker that was sent after them is answered, all of them have left the network. The method is
 * that of Chandy and Lamport, "Distributed Snapshots", ACM TOCS 3(1), 1985. No packets are counted, and no marker is
 * sent unless somebody asks, so messages cost no more. Called with the engine's lock held.
 *
 * <p>Only ranks of this process's job are asked: they answer until all of them have come to the end. A process of
 * another job may have ended, in good order, before it could answer.
 */
final class Markers implements KindHandler {
    private final EngineLock lock;
    private final Peers peers;
    private final Destinations destinations;
    private final Backlog backlog;
    private final LostRanks lostRanks;
    private final Sources sources;
    private final Answers answers;
    /** The number of the last markers that were sent; 0 before the first. */
    private long number;
    private long sentAt;
    /** The ranks that have not answered these markers yet. */
    private final Set<Integer> unanswered = new TreeSet<>();

    Markers(EngineLock lock, Peers peers, Destinations destinations, Backlog backlog, LostRanks lostRanks,
            Sources sources, Answers answers) {
        this.lock = lock;
        this.peers = peers;
        this.destinations = destinations;
        this.backlog = backlog;
        this.lostRanks = lostRanks;
        this.sources = sources;
        this.answers = answers;
    }

    /**
     * The ranks of this job that may not have received everything that was sent to them before a moment. Sends markers
     * if none have been sent since that moment.
     *
     * @param moment by {@link System#nanoTime}
     */
    List<Integer> unanswered(long moment) {
        assert lock.isHeldByMe();
        if (number == 0 || sentAt - moment <= 0) {
            send();
        }
        Set<Integer> ranks = new TreeSet<>(unanswered);
        destinations.forEach(destination -> {
            // A marker overtakes sends that found the channel full, so its answer says nothing about them.
            if (isAsked(destination) && (!destination.idle() || destination.channel.pending())) {
                ranks.add(destination.rank);
            }
        });
        ranks.removeIf(lostRanks::contains);
        return List.copyOf(ranks);
    }

    private boolean isAsked(Destination destination) {
        return destination != null && peers.isOwn(destination.rank);
    }

    private void send() {
        number++;
        unanswered.clear();
        List<Destination> open = new ArrayList<>();
        destinations.forEach(destination -> {
            if (isAsked(destination) && destination.transport != null) {
                open.add(destination);
            }
        });
        for (Destination destination : open) {
            unanswered.add(destination.rank);
            backlog.control(destination, Envelope.MARK, number);
        }
        sentAt = System.nanoTime();
    }

    @Override
    public void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
        assert lock.isHeldByMe();
        if (Envelope.kind(envelope) == Envelope.MARKED) {
            if (header == number) {
                unanswered.remove(source);
            }
        } else if (!lostRanks.contains(source)) {
            answers.send(sources.of(source), Envelope.MARKED, header);
        }
    }
}
