package tycho.directory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import tycho.registry.Endpoint;
import tycho.registry.Entry;
import tycho.registry.Query;
import tycho.registry.TopicPattern;

/**
 * The entries that a mediator knows. A lease ends by this mediator's own monotonic clock: the clocks of hosts are never
 * compared. An entry that was withdrawn is remembered as long as a mediator that was cut off may still have the entry,
 * which cannot bring it back. An entry that has lapsed is remembered for two minutes. Thread-safe.
 */
public final class Directory {
    /** For so long after its lease, or after it was withdrawn, an entry may still be under way to a mediator. */
    public static final long REMEMBERED_NANOS = 120_000_000_000L;
    /** So many bytes of what owners write may an entry have on average, once there are very many. */
    private static final long MEAN_BYTES = 1 << 10;
    private static final long LEAST_LIMIT_BYTES = 1 << 20;
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    /**
     * What is known of an entry until the deadline: when the lease ends, or when the entry is forgotten.
     *
     * @param end until when a mediator that was cut off may have the entry, if the entry was withdrawn
     */
    private record Held(Replica replica, long deadline, boolean gone, long end) {
    }

    /** An entry that its owner has withdrawn. Anybody else may have an entry with the same id. */
    private record WithdrawnBy(UUID id, String owner) {
    }

    /** What is still known of such an entry before the end of its lease. */
    private record Withdrawn(long version, long end) {
    }

    private final LongSupplier nanoTime;
    private final int most;
    private final Map<UUID, Held> held = new HashMap<>();
    /** Those that are not held any more, the latest at the end. They are as many as those that are held may be. */
    private final LinkedHashMap<WithdrawnBy, Withdrawn> withdrawn = new LinkedHashMap<>();
    /** Has the entries that are not gone. */
    private final Index index = new Index();
    /**
     * Made of the ids of all entries that are not gone, and of their mediators. The sums of two directories hardly ever
     * agree if the directories do not.
     */
    private long sum;
    private int present;
    /** What the owners of all entries have written, also of those that are gone. */
    private long bytes;

    /**
     * @param nanoTime a monotonic clock
     * @param most     how many entries there may be; they may have 1 KiB each on average, or 1 MiB in all
     */
    public Directory(LongSupplier nanoTime, int most) {
        this.nanoTime = nanoTime;
        this.most = most;
    }

    /**
     * Merges a replica with what is known of the entry.
     *
     * @param nanos how long the lease of the replica lasts from now; if the entry was withdrawn, how long a mediator
     *              that was cut off may still have it, as far as the sender knows
     * @return what has changed, if anything has
     * @throws IllegalStateException if there are too many entries
     */
    public synchronized Optional<Change> apply(Replica replica, long nanos) {
        Withdrawn before = withdrawn.get(withdrawnBy(replica.entry()));
        if (before != null && replica.withdrawn() && replica.version() <= before.version) {
            // The sender knows already. Two mediators that held this anew would remind each other for ever.
            return Optional.empty();
        }
        return before == null || replica.version() > before.version ? merge(replica, nanos)
            // Whoever has sent this was cut off when the entry was withdrawn, and shall be told so.
            : merge(new Replica(replica.entry(), before.version, true, replica.mediator()), nanos);
    }

    private Optional<Change> merge(Replica replica, long nanos) {
        UUID id = replica.entry().id();
        Held known = held.get(id);
        if (known != null && Replica.merge(known.replica, replica).equals(known.replica)) {
            return Optional.empty();
        }
        if (known != null && !known.replica.entry().owner().equals(replica.entry().owner())) {
            return Optional.empty();
        }
        if (known == null && held.size() >= most) {
            throw new IllegalStateException("this mediator has " + most + " entries, which is its limit");
        }
        long mostBytes = Math.max(LEAST_LIMIT_BYTES, MEAN_BYTES * most);
        long more = more(known, replica);
        if (more > 0 && bytes + more > mostBytes) {
            throw new IllegalStateException("the entries of this mediator have " + bytes + " bytes, and its limit is "
                + mostBytes + ": " + MEAN_BYTES + " for each entry that entries.limit permits, or 1 MiB");
        }
        boolean was = known != null && !known.gone;
        if (replica.withdrawn()) {
            long rest = Math.max(nanos, leaseLeft(replica.entry()));
            if (known == null) {
                // If this mediator and the sender held it anew in turn, neither would ever forget it.
                hold(replica, Math.min(REMEMBERED_NANOS, rest), true, nanoTime.getAsLong() + rest);
                return Optional.empty();
            }
            hold(replica, REMEMBERED_NANOS, true, nanoTime.getAsLong() + Math.max(REMEMBERED_NANOS, rest));
            return was ? Optional.of(new Change(News.WITHDRAWN, known.replica.entry())) : Optional.empty();
        }
        hold(replica, nanos, false);
        boolean same = was && known.replica.entry().equals(replica.entry());
        return same ? Optional.empty() : Optional.of(new Change(News.ARRIVED, replica.entry()));
    }

    private static WithdrawnBy withdrawnBy(Entry entry) {
        return new WithdrawnBy(entry.id(), entry.owner().intern());
    }

    /** For how long a mediator that is cut off may have an entry. */
    private long leaseLeft(Entry entry) {
        long now = nanoTime.getAsLong();
        Held known = held.get(entry.id());
        Withdrawn before = withdrawn.get(withdrawnBy(entry));
        if (known != null) {
            return known.gone ? known.end - now : known.deadline - now + REMEMBERED_NANOS;
        }
        return before == null ? 0 : before.end - now;
    }

    /**
     * Extends the lease of an entry; answers whether the entry is known, so that nothing more than this is needed.
     *
     * @param mediator the mediator to which the owner is connected
     */
    public synchronized boolean renew(UUID id, long version, UUID mediator) {
        Held known = held.get(id);
        if (known == null || known.gone) {
            return false;
        }
        if (version > known.replica.version()) {
            hold(known.replica.renewed(version, mediator), known.replica.entry().lease().toNanos(), false);
        }
        return true;
    }

    /** Ends the leases that were not renewed in time. */
    public synchronized List<Change> lapse() {
        List<Change> lapsed = new ArrayList<>();
        long now = nanoTime.getAsLong();
        for (Held each : held.values().stream().filter(each -> each.deadline - now <= 0).toList()) {
            if (each.gone) {
                held.remove(each.replica.entry().id());
                bytes -= bytes(each.replica.entry());
                remember(each);
            } else {
                hold(each.replica, REMEMBERED_NANOS, true);
                lapsed.add(new Change(News.LAPSED, each.replica.entry()));
            }
        }
        withdrawn.values().removeIf(each -> each.end - now <= 0);
        return lapsed;
    }

    /**
     * A lease may be much longer than an entry that is gone is held. If there are too many such entries, the one that
     * was withdrawn first is forgotten: a mediator that was cut off since then can bring it back.
     */
    private void remember(Held last) {
        if (last.replica.withdrawn()) {
            Entry entry = last.replica.entry();
            withdrawn.put(withdrawnBy(entry), new Withdrawn(last.replica.version(), last.end));
            if (withdrawn.size() > most) {
                withdrawn.pollFirstEntry();
            }
        }
    }

    /**
     * The entries that satisfy a query and a further condition, at most so many. Comparing many entries takes long, so
     * renewals and other lookups go on meanwhile.
     */
    public List<Entry> find(Query query, Predicate<Entry> condition, int limit) {
        List<Entry> found = new ArrayList<>();
        for (Entry each : candidates(query)) {
            if (found.size() >= limit) {
                break;
            }
            if (query.matches(each) && condition.test(each)) {
                found.add(each);
            }
        }
        return found;
    }

    /** Entries among which all are that satisfy a query, as they are now. */
    private synchronized List<Entry> candidates(Query query) {
        if (query.id().isPresent()) {
            Held one = held.get(query.id().get());
            return one == null || one.gone ? List.of() : List.of(one.replica.entry());
        }
        Collection<Entry> some = index.candidates(query);
        return some == null ? all() : List.copyOf(some);
    }

    private List<Entry> all() {
        List<Entry> all = new ArrayList<>(present);
        for (Held each : held.values()) {
            if (!each.gone) {
                all.add(each.replica.entry());
            }
        }
        return all;
    }

    /** How many entries a client has. */
    public synchronized int sizeOfClient(UUID client) {
        return index.ofClient(client).size();
    }

    /** Whether a client has an entry of another owner. */
    public synchronized boolean isOfAnother(UUID client, String owner) {
        for (Entry each : index.ofClient(client)) {
            if (!each.owner().equals(owner)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a client has entries, but none of an owner. */
    public synchronized boolean isOfOthersOnly(UUID client, String owner) {
        Collection<Entry> entries = index.ofClient(client);
        for (Entry each : entries) {
            if (each.owner().equals(owner)) {
                return false;
            }
        }
        return !entries.isEmpty();
    }

    /** What is known of an entry, also if the entry is gone. */
    public synchronized Optional<Replica> replica(UUID id) {
        return Optional.ofNullable(held.get(id)).map(Held::replica);
    }

    /** An entry as it is now; empty if it is gone. */
    public synchronized Optional<Entry> present(UUID id) {
        return Optional.ofNullable(held.get(id)).filter(each -> !each.gone).map(each -> each.replica.entry());
    }

    /** The mediator to which a client was connected last. */
    public synchronized Optional<UUID> mediatorOf(UUID client) {
        Replica latest = null;
        for (Entry entry : index.ofClient(client)) {
            Replica each = held.get(entry.id()).replica;
            if (latest == null || each.version() > latest.version()) {
                latest = each;
            }
        }
        return Optional.ofNullable(latest).map(Replica::mediator);
    }

    /** A number that is the same for directories with the same entries, whose owners have the same mediators. */
    public synchronized long digest() {
        return sum * 31 + present;
    }

    public synchronized int size() {
        return present;
    }

    /** The version of each entry, also of entries that are gone. */
    public synchronized Map<UUID, Long> versions() {
        Map<UUID, Long> versions = new HashMap<>();
        held.forEach((id, each) -> versions.put(id, each.replica.version()));
        return versions;
    }

    /** Replicas to send to another mediator, with the nanoseconds that their leases last. */
    public synchronized Map<Replica, Long> replicas(Collection<UUID> ids) {
        Map<Replica, Long> replicas = new HashMap<>();
        long now = nanoTime.getAsLong();
        for (UUID id : ids) {
            Held each = held.get(id);
            if (each != null && (!each.gone || each.replica.withdrawn())) {
                replicas.put(each.replica, Math.max(1, (each.gone ? each.end : each.deadline) - now));
            }
        }
        return replicas;
    }

    /** How many bytes more there are with a replica in the place of what is known. */
    private static long more(Held known, Replica replica) {
        if (known == null) {
            return bytes(replica.entry());
        }
        Entry before = known.replica.entry();
        return before == replica.entry() ? 0 : bytes(replica.entry()) - bytes(before);
    }

    /** What the owner of an entry has written. */
    private static long bytes(Entry entry) {
        long sum = entry.name().length();
        for (Endpoint each : entry.endpoints()) {
            sum += each.host().length();
        }
        for (TopicPattern each : entry.publishes()) {
            sum += each.toString().length();
        }
        for (TopicPattern each : entry.subscribes()) {
            sum += each.toString().length();
        }
        for (Map.Entry<String, String> each : entry.attributes().entrySet()) {
            sum += each.getKey().length() + each.getValue().length();
        }
        return sum;
    }

    private void hold(Replica replica, long nanos, boolean gone) {
        hold(replica, nanos, gone, nanoTime.getAsLong() + nanos);
    }

    private void hold(Replica replica, long nanos, boolean gone, long end) {
        Entry entry = replica.entry();
        bytes += more(held.get(entry.id()), replica);
        Held before = held.put(entry.id(), new Held(replica, nanoTime.getAsLong() + nanos, gone, end));
        withdrawn.remove(withdrawnBy(entry));
        if (before != null && !before.gone) {
            sum -= hash(before.replica);
            present--;
            index.remove(before.replica.entry());
        }
        if (!gone) {
            sum += hash(replica);
            present++;
            index.add(entry);
        }
    }

    private static long hash(Replica replica) {
        return hash(replica.entry().id()) * FACTOR + hash(replica.mediator());
    }

    private static long hash(UUID id) {
        return id.getMostSignificantBits() * FACTOR + id.getLeastSignificantBits();
    }
}
