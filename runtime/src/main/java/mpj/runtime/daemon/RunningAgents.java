package mpj.runtime.daemon;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import mpj.runtime.daemon.AuthorizedKeys.User;
import mpj.runtime.host.Counted;

/** The running agents and their users. Thread-safe. */
final class RunningAgents {
    /** The limit for one user. Each agent is a JVM, even while it has started no rank. */
    private static final int MOST_OF_A_USER = 64;

    private record Entry(User user, int ranks, String from) {
    }

    private final Map<AgentProcess, Entry> running = new LinkedHashMap<>();
    private boolean closed;

    /** Counts an agent before it starts. Returns null, or the reason why it may not start. */
    synchronized String admit(AgentProcess agent, User user, int ranks, String from) {
        if (closed) {
            return "the daemon is stopping";
        }
        // The administrator may have edited the rest of the user's line since then.
        List<Entry> own = running.values().stream().filter(entry -> entry.user().key().equals(user.key())).toList();
        int ranksNow = own.stream().mapToInt(Entry::ranks).sum();
        if (ranks < 1 || ranks > user.ranks() - ranksNow) {
            return Counted.of(ranks, "rank", "is", "are") + " too many: " + user.name() + " may run " + user.ranks()
                + " here at once, and "
                + ranksNow + " run";
        }
        if (own.size() >= MOST_OF_A_USER) {
            return user.name() + " has " + Counted.of(own.size(), "job") + " here, which is the limit";
        }
        running.put(agent, new Entry(user, ranks, from));
        return null;
    }

    synchronized void ended(AgentProcess agent) {
        running.remove(agent);
    }

    /** One line for each agent. */
    synchronized String status() {
        return running.values().stream()
            .map(entry -> entry.user().name() + " from " + entry.from() + ": "
                + Counted.of(entry.ranks(), "rank") + "\n")
            .collect(Collectors.joining("", Counted.of(running.size(), "job") + "\n", ""));
    }

    synchronized int count() {
        return running.size();
    }

    /** Ends all agents, and admits no more. */
    void close() {
        Map<AgentProcess, Entry> last;
        synchronized (this) {
            closed = true;
            last = new LinkedHashMap<>(running);
        }
        last.keySet().forEach(AgentProcess::end);
    }
}
