package tycho.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import tycho.registry.Entry;
import tycho.registry.Query;

/** How replicas merge, and when entries lapse, by a clock that the test moves. */
class DirectoryTest {
    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong now = new AtomicLong();

    private Directory directory() {
        return new Directory(now::get, 1000);
    }

    @Provide
    Arbitrary<Replica> replicas() {
        return replicasOf(Arbitraries.just(1));
    }

    @Provide
    Arbitrary<List<Replica>> histories() {
        return replicasOf(Arbitraries.integers().between(1, 4)).list().ofMaxSize(12);
    }

    private static Arbitrary<Replica> replicasOf(Arbitrary<Integer> entries) {
        return Combinators.combine(entries, Arbitraries.of("a", "b"), Arbitraries.longs().between(1, 4),
            Arbitraries.of(true, false), Arbitraries.integers().between(1, 2))
            .as((entry, name, version, gone, by) -> new Replica(Entries.entry(entry, name), version, gone,
                new UUID(3, by)));
    }

    @Property
    void mergingCommutesIsAssociativeAndIdempotent(@ForAll("replicas") Replica a, @ForAll("replicas") Replica b,
            @ForAll("replicas") Replica c) {
        assertEquals(Replica.merge(a, b), Replica.merge(b, a));
        assertEquals(Replica.merge(a, Replica.merge(b, c)), Replica.merge(Replica.merge(a, b), c));
        assertEquals(a, Replica.merge(a, a));
    }

    @Property
    void directoriesThatLearnTheSameInAnyOrderAgree(@ForAll("histories") List<Replica> history, @ForAll long seed) {
        List<Replica> shuffled = new ArrayList<>(history);
        shuffled.addAll(history);
        java.util.Collections.shuffle(shuffled, new Random(seed));
        Directory one = directory();
        Directory other = directory();
        history.forEach(replica -> one.apply(replica, SECOND));
        shuffled.forEach(replica -> other.apply(replica, SECOND));
        assertEquals(one.digest(), other.digest());
        assertEquals(one.versions(), other.versions());
        assertEquals(one.find(Query.all(), entry -> true, 100).stream().collect(Collectors.toSet()),
            other.find(Query.all(), entry -> true, 100).stream().collect(Collectors.toSet()));
        assertEquals(one.size(), one.find(Query.all(), entry -> true, 100).size());
    }

    /** What two mediators do after a partition: each sends what it has. */
    @Property
    void neitherSideOfAPartitionLosesWhatItLearnt(@ForAll("histories") List<Replica> before,
            @ForAll("histories") List<Replica> here, @ForAll("histories") List<Replica> there) {
        Directory one = directory();
        Directory other = directory();
        Directory whole = directory();
        for (Replica replica : before) {
            List.of(one, other, whole).forEach(directory -> directory.apply(replica, SECOND));
        }
        here.forEach(replica -> List.of(one, whole).forEach(directory -> directory.apply(replica, SECOND)));
        there.forEach(replica -> List.of(other, whole).forEach(directory -> directory.apply(replica, SECOND)));
        Map<Replica, Long> ofOne = one.replicas(one.versions().keySet());
        Map<Replica, Long> ofOther = other.replicas(other.versions().keySet());
        ofOne.forEach(other::apply);
        ofOther.forEach(one::apply);
        assertEquals(whole.digest(), one.digest());
        assertEquals(whole.digest(), other.digest());
        assertEquals(whole.versions(), one.versions());
        assertEquals(whole.versions(), other.versions());
    }

    private static Replica replica(long version) {
        return new Replica(Entries.entry(1, "a"), version, false, new UUID(3, 1));
    }

    @Example
    void anEntryLapsesUnlessItsLeaseIsRenewed() {
        Directory directory = directory();
        Entry entry = replica(1).entry();
        assertEquals(Optional.of(new Change(News.ARRIVED, entry)), directory.apply(replica(1), 10 * SECOND));
        now.addAndGet(9 * SECOND);
        assertTrue(directory.renew(entry.id(), 2, new UUID(3, 1)));
        now.addAndGet(9 * SECOND);
        assertEquals(List.of(), directory.lapse());
        now.addAndGet(SECOND);
        assertEquals(List.of(new Change(News.LAPSED, entry)), directory.lapse());
        assertEquals(List.of(), directory.find(Query.all(), each -> true, 9));
        assertFalse(directory.renew(entry.id(), 3, new UUID(3, 1)));
        assertEquals(Optional.empty(), directory.mediatorOf(entry.client()));
    }

    /** Otherwise messages would go to the earlier mediator for ever. */
    @Example
    void anOwnerThatHasGoneToAnotherMediatorIsNoticed() {
        Directory one = directory();
        Directory other = directory();
        one.apply(replica(1), 10 * SECOND);
        other.apply(replica(1), 10 * SECOND);
        Replica moved = new Replica(replica(1).entry(), 2, false, new UUID(3, 2));
        one.apply(moved, 10 * SECOND);
        assertFalse(one.digest() == other.digest());
        assertTrue(other.renew(moved.entry().id(), 3, moved.mediator()));
        assertEquals(Optional.of(moved.mediator()), other.mediatorOf(moved.entry().client()));
        assertEquals(one.digest(), other.digest());
    }

    @Example
    void whatHasLapsedComesBackInANewVersionOnly() {
        Directory directory = directory();
        directory.apply(replica(1), SECOND);
        now.addAndGet(SECOND);
        directory.lapse();
        assertEquals(Optional.empty(), directory.apply(replica(1), SECOND));
        assertEquals(0, directory.size());
        assertEquals(News.ARRIVED, directory.apply(replica(2), SECOND).orElseThrow().news());
    }

    private static Replica of(int entry, long version, boolean withdrawn) {
        return new Replica(Entries.entry(entry, "a"), version, withdrawn, new UUID(3, 1));
    }

    private void pass(Directory directory, int seconds) {
        now.addAndGet(seconds * SECOND);
        directory.lapse();
    }

    /** A site that is cut off does not learn that. It may have the entry until the lease ends. */
    @Example
    void whatWasWithdrawnDoesNotComeBackDuringItsLease() {
        Directory directory = directory();
        directory.apply(replica(1), 10_000 * SECOND);
        pass(directory, 1_000);
        directory.apply(of(1, 2, true), 1);
        for (int seconds = 1_000; seconds < 10_000; seconds += 1_000) {
            pass(directory, 1_000);
            assertEquals(Map.of(), directory.versions());
            assertEquals(Optional.empty(), directory.apply(replica(1), 10 * SECOND));
            assertEquals(0, directory.size());
            // The site that was cut off asks for what is newer than what it has.
            assertEquals(Map.of(replica(1).entry().id(), 2L), directory.versions());
            assertEquals(Set.of(of(1, 2, true)), directory.replicas(directory.versions().keySet()).keySet());
        }
        pass(directory, 1_000);
        pass(directory, 1_000);
        assertEquals(News.ARRIVED, directory.apply(replica(1), SECOND).orElseThrow().news());
    }

    /** One mediator sends another one what that lacks, or has in an older version. */
    private static void send(Directory from, Directory to) {
        Map<UUID, Long> theirs = to.versions();
        from.replicas(from.versions().keySet().stream().filter(id -> from.versions().get(id)
            > theirs.getOrDefault(id, Long.MIN_VALUE)).toList()).forEach(to::apply);
    }

    /** Otherwise those that were withdrawn would take the places of entries one day. */
    @Example
    void twoMediatorsDoNotRemindEachOtherForEver() {
        for (int lease : List.of(30, 300)) {
            Directory one = directory();
            Directory late = directory();
            one.apply(replica(1), lease * SECOND);
            one.apply(of(1, 2, true), 1);
            pass(one, 100);
            send(one, late);
            assertEquals(Map.of(replica(1).entry().id(), 2L), late.versions());
            int end = lease + 300;
            for (int seconds = 0; seconds < end; seconds += 10) {
                pass(one, 5);
                pass(late, 5);
                send(late, one);
                send(one, late);
            }
            assertEquals(Map.of(), one.versions());
            assertEquals(Map.of(), late.versions());
        }
    }

    /** News may overtake what was sent before. */
    @Example
    void whatIsWithdrawnBeforeItArrivesStaysAway() {
        Directory directory = directory();
        directory.apply(of(1, 2, true), Directory.REMEMBERED_NANOS);
        pass(directory, 100);
        assertEquals(Optional.empty(), directory.apply(replica(1), 10 * SECOND));
        assertEquals(0, directory.size());
    }

    @Example
    void whatWasWithdrawnMayBeRegisteredAnew() {
        Directory directory = directory();
        directory.apply(replica(1), 10_000 * SECOND);
        directory.apply(of(1, 2, true), 1);
        pass(directory, 1_000);
        assertEquals(News.ARRIVED, directory.apply(replica(3), SECOND).orElseThrow().news());
        assertEquals(Optional.empty(), directory.apply(replica(1), SECOND));
        assertEquals(1, directory.size());
    }

    /** Somebody may withdraw very many entries, which must not keep others from registering theirs. */
    @Example
    void whatWasWithdrawnTakesNoPlaces() {
        Directory directory = new Directory(now::get, 2);
        for (int entry = 1; entry <= 3; entry++) {
            directory.apply(of(entry, 1, false), 10_000 * SECOND);
            directory.apply(of(entry, 2, true), 1);
            pass(directory, 1_000);
        }
        // The one that was withdrawn first is forgotten.
        assertEquals(Optional.empty(), directory.apply(of(3, 1, false), SECOND));
        assertEquals(News.ARRIVED, directory.apply(of(1, 1, false), SECOND).orElseThrow().news());
    }

    @Example
    void aReplicaTakesNoMoreThanTheRestOfTheLeaseAlong() {
        Directory directory = directory();
        directory.apply(replica(1), 10 * SECOND);
        now.addAndGet(7 * SECOND);
        assertEquals(Map.of(replica(1), 3 * SECOND), directory.replicas(List.of(replica(1).entry().id())));
    }

    @Example
    void anotherOwnerCannotReplaceAnEntry() {
        Directory directory = directory();
        directory.apply(replica(1), SECOND);
        Entry one = replica(1).entry();
        Replica stolen = new Replica(one.of("thief@there", "there", one.client()), 9, false, new UUID(3, 2));
        assertEquals(Optional.empty(), directory.apply(stolen, SECOND));
        assertEquals(1, directory.replica(replica(1).entry().id()).orElseThrow().version());
    }

    /** Everybody can learn the id of an entry, and register it while its owner is away. */
    @Example
    void whatAnotherOwnerHasWithdrawnKeepsNobodyOut() {
        Directory directory = directory();
        Entry one = replica(1).entry();
        Entry stolen = one.of("thief@there", "there", one.client());
        directory.apply(new Replica(stolen, Long.MAX_VALUE, false, new UUID(3, 2)), 10_000 * SECOND);
        directory.apply(new Replica(stolen, Long.MAX_VALUE, true, new UUID(3, 2)), 1);
        pass(directory, 1_000);
        assertEquals(News.ARRIVED, directory.apply(replica(1), SECOND).orElseThrow().news());
        assertEquals(Optional.empty(), directory.apply(new Replica(stolen, Long.MAX_VALUE, true, new UUID(3, 2)), 1));
        assertEquals(1, directory.size());
        directory.apply(of(1, 2, true), 1);
        pass(directory, 100);
        assertEquals(Optional.empty(), directory.apply(replica(1), SECOND));
        assertEquals(0, directory.size());
    }

    @Example
    void beyondTheLimitNothingIsTakenIn() {
        Directory directory = new Directory(now::get, 1);
        directory.apply(replica(1), SECOND);
        directory.apply(replica(2), SECOND);
        Replica more = new Replica(Entries.entry(2, "b"), 1, false, new UUID(3, 1));
        assertThrows(IllegalStateException.class, () -> directory.apply(more, SECOND));
    }

    /** One directory with few long entries would take as much memory as one with very many usual ones. */
    @Example
    void beyondTheLimitOfBytesNothingIsTakenIn() {
        Directory directory = new Directory(now::get, 100);
        Map<String, String> attributes = new HashMap<>();
        for (int i = 0; i < Entry.MOST_ATTRIBUTES; i++) {
            attributes.put("a" + i, "x".repeat(Entry.LONGEST_VALUE));
        }
        IllegalStateException why = assertThrows(IllegalStateException.class, () -> {
            for (int i = 0; i < 100; i++) {
                directory.apply(new Replica(Entries.entry(i, "a").with(attributes), 1, false, new UUID(3, 1)), SECOND);
            }
        });
        assertTrue(why.getMessage().contains("its limit is 1048576"), why::getMessage);
        int size = directory.size();
        // What is there already can be renewed, changed and withdrawn, and makes room when it is forgotten.
        assertTrue(directory.renew(Entries.entry(0, "a").id(), 2, new UUID(3, 1)));
        Replica shorter = new Replica(Entries.entry(0, "a"), 3, false, new UUID(3, 1));
        assertEquals(News.ARRIVED, directory.apply(shorter, SECOND).orElseThrow().news());
        directory.apply(new Replica(Entries.entry(1, "a"), 2, true, new UUID(3, 1)), SECOND);
        assertEquals(size - 1, directory.size());
        now.addAndGet(1_000 * SECOND);
        directory.lapse();
        now.addAndGet(1_000 * SECOND);
        directory.lapse();
        for (int i = 0; i < size; i++) {
            directory.apply(new Replica(Entries.entry(i, "a").with(attributes), 9, false, new UUID(3, 1)), SECOND);
        }
        assertEquals(size, directory.size());
    }

    @Example
    void aLookupThatTakesLongHoldsUpNobody() {
        Directory directory = directory();
        directory.apply(replica(1), SECOND);
        List<Entry> found = directory.find(Query.all(), entry -> CompletableFuture.supplyAsync(() ->
            directory.renew(entry.id(), 2, new UUID(3, 1))).orTimeout(60, TimeUnit.SECONDS).join(), 9);
        assertEquals(List.of(replica(1).entry()), found);
        assertEquals(2, directory.replica(replica(1).entry().id()).orElseThrow().version());
    }
}
