package mpj.tests.openmpi.checks;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpi.MPI;
import mpj.tests.openmpi.checks.WindowProgram.Act;
import mpj.tests.openmpi.checks.WindowProgram.Await;
import mpj.tests.openmpi.checks.WindowProgram.Barrier;
import mpj.tests.openmpi.checks.WindowProgram.Complete;
import mpj.tests.openmpi.checks.WindowProgram.Fence;
import mpj.tests.openmpi.checks.WindowProgram.Flush;
import mpj.tests.openmpi.checks.WindowProgram.Lock;
import mpj.tests.openmpi.checks.WindowProgram.LockAll;
import mpj.tests.openmpi.checks.WindowProgram.Post;
import mpj.tests.openmpi.checks.WindowProgram.Region;
import mpj.tests.openmpi.checks.WindowProgram.Start;
import mpj.tests.openmpi.checks.WindowProgram.Step;
import mpj.tests.openmpi.checks.WindowProgram.Unlock;
import mpj.tests.openmpi.checks.WindowProgram.UnlockAll;
import mpj.tests.openmpi.checks.WindowProgram.Verb;
import mpj.tests.openmpi.checks.WindowProgram.WaitFor;
import mpj.tests.openmpi.checks.WindowProgram.Way;
import mpj.tests.openmpi.checks.WindowValue.Combination;

/**
 * Draws a program from a seed. A program has one to three phases. In a phase all ranks use the same kind of
 * synchronisation, and each region of each window has a rule. The rules make the program correct:
 *
 * <ul>
 * <li>READ: the ranks only read.
 * <li>OWNED: one rank does what it likes, and flushes between operations that would conflict.
 * <li>COMBINED: all ranks accumulate, with one operation or with NO_OP. If operations may be mixed, they accumulate
 * with any operations.
 * <li>GUARDED: a rank that holds the exclusive lock does what it likes, as above. All other ranks only read.
 * </ul>
 */
final class WindowProgramGenerator {
    /** The most bytes of a window that a program uses. */
    static final int MOST_BYTES = 40_000;
    private static final int MOST_PHASES = 3;
    private static final int MOST_REGIONS = 5;
    private static final int MOST_ELEMENTS = 4;
    private static final int MOST_ACTS = 4;
    private static final int MOST_ACTS_ON_ONE_REGION = 6;
    /** This many seeds that follow each other have the same regions. So calls with the same arguments come again. */
    private static final int SEEDS_WITH_EQUAL_REGIONS = 16;
    private static final int ONE_OF_LONG = 12;
    /** These elements of 8 bytes fit neither one request nor one message of one piece. */
    private static final int LONG = 4_500;

    /** How the ranks synchronise in a phase. In the last two kinds the locks of some epochs are exclusive. */
    private enum Kind { FENCE, GROUPS, SHARED_LOCKS, LOCKS, LOCKS_OF_SEVERAL }

    private enum Rule { READ, OWNED, COMBINED, GUARDED }

    /**
     * The rule for one region of one window.
     *
     * @param owner the rank that owns it
     * @param combination the operation with which all ranks accumulate
     */
    private record Use(Rule rule, int owner, Combination combination) {
    }

    private final long seed;
    private final int ranks;
    private final boolean mixed;
    private final Random random;
    private final List<Region> regions = new ArrayList<>();
    private final List<List<Step>> steps;
    private final List<Act> acts = new ArrayList<>();
    private int phase;
    private Use[][] uses;
    /** In some phases all operations go to this region of one window; otherwise 0. */
    private int only;
    private int onlyTarget;
    /** The operations of one rank that are not known to be over at their targets. */
    private final List<Act> open = new ArrayList<>();
    /** The steps of that rank. */
    private List<Step> mine;

    /** @param mixed whether ranks may accumulate on one element with different operations at the same time */
    WindowProgramGenerator(long seed, int ranks, boolean mixed) {
        this.seed = seed;
        this.ranks = ranks;
        this.mixed = mixed;
        random = new Random(seed);
        steps = Stream.generate(() -> (List<Step>) new ArrayList<Step>()).limit(ranks).toList();
    }

    WindowProgram generate() {
        drawRegions(new Random(seed / SEEDS_WITH_EQUAL_REGIONS));
        int phases = 1 + random.nextInt(MOST_PHASES);
        Kind before = null;
        Kind kind = draw(Kind.values());
        for (phase = 0; phase < phases; phase++) {
            Kind after = phase + 1 == phases ? null : draw(Kind.values());
            drawUses(kind);
            if (before != null && before != Kind.FENCE && kind != Kind.FENCE
                && !(before == Kind.GROUPS && kind == Kind.GROUPS)) {
                steps.forEach(each -> each.add(new Barrier()));
            }
            switch (kind) {
                case FENCE -> fences(before, after);
                case GROUPS -> groups();
                case SHARED_LOCKS -> eachRank(this::sharedLocks);
                case LOCKS -> eachRank(this::locks);
                default -> eachRank(this::locksOfSeveral);
            }
            before = kind;
            kind = after;
        }
        return new WindowProgram(seed, List.copyOf(regions), steps);
    }

    private <T> T draw(T[] all) {
        return all[random.nextInt(all.length)];
    }

    private <T> T draw(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private void drawRegions(Random layout) {
        regions.add(new Region(WindowValue.LONG, 0, 1));
        boolean withLong = layout.nextInt(ONE_OF_LONG) == 0;
        for (int i = 1 + layout.nextInt(MOST_REGIONS); i > 0; i--) {
            WindowValue value = WindowValue.values()[layout.nextInt(WindowValue.values().length)];
            boolean isLong = withLong && i == 1 && value.bytes == Long.BYTES;
            regions.add(new Region(value, regions.getLast().end(),
                isLong ? LONG : 1 + layout.nextInt(MOST_ELEMENTS)));
        }
    }

    private void drawUses(Kind kind) {
        uses = new Use[ranks][regions.size()];
        only = random.nextInt(3) == 0 ? 1 + random.nextInt(regions.size() - 1) : 0;
        onlyTarget = random.nextInt(ranks);
        boolean exclusive = kind == Kind.LOCKS || kind == Kind.LOCKS_OF_SEVERAL;
        List<Rule> rules = exclusive ? List.of(Rule.READ, Rule.COMBINED, Rule.GUARDED, Rule.GUARDED)
            : List.of(Rule.READ, Rule.OWNED, Rule.OWNED, Rule.COMBINED, Rule.COMBINED);
        for (Use[] ofTarget : uses) {
            for (int region = 1; region < ofTarget.length; region++) {
                ofTarget[region] = new Use(draw(rules), random.nextInt(ranks),
                    draw(regions.get(region).value().combinations));
            }
        }
    }

    // ------------------------------------------------------------------------------------------- synchronisation

    /** Carries out one rank's part of the phase, for each rank. */
    private void eachRank(IntConsumer part) {
        for (int rank = 0; rank < ranks; rank++) {
            mine = steps.get(rank);
            part.accept(rank);
            open.clear();
        }
    }

    private void fences(Kind before, Kind after) {
        int first = acts.size();
        int known = (before != Kind.FENCE && random.nextBoolean() ? MPI.MODE_NOPRECEDE : 0)
            | (phase > 0 && random.nextBoolean() ? MPI.MODE_NOSTORE : 0);
        List<Integer> places = steps.stream().map(List::size).toList();
        eachRank(rank -> acts(rank, allRanks(), null, false));
        List<Act> done = acts.subList(first, acts.size());
        eachRank(rank -> {
            boolean changed = done.stream().anyMatch(act -> act.target() == rank && act.writes());
            mine.add(places.get(rank), new Fence(known | (changed ? 0 : MPI.MODE_NOPUT)));
        });
        if (after != Kind.FENCE) {
            int last = random.nextBoolean() ? MPI.MODE_NOSUCCEED | MPI.MODE_NOPUT : 0;
            eachRank(_ -> mine.add(new Fence(last | MPI.MODE_NOSTORE)));
        }
    }

    private List<Integer> allRanks() {
        return IntStream.range(0, ranks).boxed().toList();
    }

    private List<Integer> someRanks() {
        return IntStream.range(0, ranks).filter(_ -> random.nextBoolean()).boxed().toList();
    }

    /** Each rank accesses some ranks, and is exposed to the ranks that access it. */
    private void groups() {
        List<List<Integer>> accessed = IntStream.range(0, ranks).mapToObj(_ -> someRanks()).toList();
        List<List<Integer>> exposed = IntStream.range(0, ranks).mapToObj(target -> IntStream.range(0, ranks)
            .filter(origin -> accessed.get(origin).contains(target)).boxed().toList()).toList();
        List<Boolean> exposes = exposed.stream().map(group -> !group.isEmpty() || random.nextBoolean()).toList();
        // With this assertion, each start must follow the posts of its group.
        boolean posted = random.nextInt(4) == 0;
        int assertion = posted ? MPI.MODE_NOCHECK : 0;
        eachRank(rank -> {
            if (exposes.get(rank)) {
                mine.add(new Post(exposed.get(rank), assertion));
            }
            if (posted) {
                mine.add(new Barrier());
            }
            if (!accessed.get(rank).isEmpty() || random.nextBoolean()) {
                mine.add(new Start(accessed.get(rank), assertion));
                acts(rank, accessed.get(rank), null, false);
                mine.add(new Complete());
            }
            if (exposes.get(rank)) {
                mine.add(new WaitFor(random.nextBoolean()));
            }
        });
    }

    private int noCheck() {
        return random.nextBoolean() ? MPI.MODE_NOCHECK : 0;
    }

    /** All ranks hold locks as shared, so nobody waits for a lock. */
    private void sharedLocks(int rank) {
        for (int epochs = random.nextInt(3); epochs > 0; epochs--) {
            List<Integer> targets = random.nextBoolean() ? allRanks() : someRanks();
            if (targets.size() == ranks && random.nextBoolean()) {
                mine.add(new LockAll(noCheck()));
                acts(rank, targets, null, true);
                mine.add(new UnlockAll());
            } else {
                targets.forEach(target -> mine.add(new Lock(target, false, noCheck())));
                acts(rank, targets, null, true);
                targets.forEach(target -> mine.add(new Unlock(target)));
            }
            open.clear();
        }
    }

    /** Nobody holds an exclusive lock while it waits for another lock. So the ranks may take locks in any order. */
    private void locks(int rank) {
        for (int epochs = random.nextInt(4); epochs > 0; epochs--) {
            if (random.nextInt(3) == 0) {
                mine.add(new LockAll(0));
                acts(rank, allRanks(), allRanks().stream().map(target -> ticket(rank, target, false)).toList(), true);
                mine.add(new UnlockAll());
            } else {
                int target = random.nextInt(ranks);
                boolean exclusive = random.nextInt(3) > 0;
                mine.add(new Lock(target, exclusive, 0));
                acts(rank, List.of(target), List.of(ticket(rank, target, exclusive)), true);
                mine.add(new Unlock(target));
            }
            open.clear();
        }
    }

    /**
     * A rank holds several locks, shared and exclusive ones. It has got each of them before it asks for the next one,
     * and all ranks take the locks in the same order. So no ranks wait for each other.
     */
    private void locksOfSeveral(int rank) {
        for (int epochs = random.nextInt(3); epochs > 0; epochs--) {
            List<Integer> targets = someRanks();
            List<Act> tickets = new ArrayList<>();
            for (int target : targets) {
                boolean exclusive = random.nextBoolean();
                mine.add(new Lock(target, exclusive, 0));
                tickets.add(ticket(rank, target, exclusive));
                mine.add(new Flush(target, random.nextBoolean()));
            }
            acts(rank, targets, tickets, true);
            targets.forEach(target -> mine.add(new Unlock(target)));
            open.clear();
        }
    }

    /**
     * The first operation of an epoch at a target. An exclusive epoch counts itself. A shared epoch reads how many
     * exclusive epochs were before it.
     */
    private Act ticket(int rank, int target, boolean exclusive) {
        Act ticket = new Act(phase, rank, target, Verb.FETCH_AND_OP, exclusive ? Combination.SUM : Combination.NO_OP,
            regions.getFirst(), 0, 1, 0, 0, new Way(false, true), null);
        acts.add(ticket);
        mine.add(ticket);
        return ticket;
    }

    // ------------------------------------------------------------------------------------------- operations

    /**
     * Adds operations of an epoch.
     *
     * @param tickets the ticket of each target, or null
     * @param passive whether the rank may flush
     */
    private void acts(int rank, List<Integer> targets, List<Act> tickets, boolean passive) {
        int most = only > 0 ? MOST_ACTS_ON_ONE_REGION : MOST_ACTS;
        for (int i = targets.isEmpty() ? 0 : random.nextInt(most + 1); i > 0; i--) {
            int one = targets.indexOf(onlyTarget);
            int which = only > 0 && one >= 0 ? one : random.nextInt(targets.size());
            Act act = act(rank, targets.get(which), tickets == null ? null : tickets.get(which));
            if (act != null) {
                add(act, passive);
            }
        }
    }

    private Act act(int rank, int target, Act ticket) {
        int which = only > 0 ? only : 1 + random.nextInt(regions.size() - 1);
        Use use = uses[target][which];
        Region region = regions.get(which);
        boolean isHeld = ticket != null && ticket.combination() == Combination.SUM;
        Combination combination = Combination.NO_OP;
        boolean transfer = false;
        switch (use.rule) {
            case OWNED, GUARDED -> {
                if (use.rule == Rule.OWNED && rank != use.owner) {
                    return null;
                }
                transfer = random.nextBoolean();
                if (use.rule == Rule.OWNED || isHeld) {
                    combination = random.nextInt(6) == 0 ? Combination.NO_OP : draw(region.value().combinations);
                }
            }
            case COMBINED -> {
                if (mixed && random.nextInt(3) == 0) {
                    combination = draw(region.value().combinations);
                } else if (random.nextInt(4) > 0 || use.combination == Combination.SWAP && !mixed) {
                    combination = use.combination;
                }
            }
            default -> transfer = random.nextBoolean();
        }
        Verb verb = transfer ? combination == Combination.NO_OP ? Verb.GET : Verb.PUT : accumulate(combination);
        return act(rank, target, verb, verb.isAccumulate() ? combination : Combination.REPLACE, region, ticket);
    }

    private Verb accumulate(Combination combination) {
        return switch (combination) {
            case SWAP -> Verb.COMPARE_AND_SWAP;
            case NO_OP -> random.nextBoolean() ? Verb.GET_ACCUMULATE : Verb.FETCH_AND_OP;
            default -> List.of(Verb.ACCUMULATE, Verb.GET_ACCUMULATE, Verb.FETCH_AND_OP).get(random.nextInt(3));
        };
    }

    private Act act(int rank, int target, Verb verb, Combination combination, Region region, Act ticket) {
        boolean single = verb == Verb.FETCH_AND_OP || verb == Verb.COMPARE_AND_SWAP;
        int step = Math.max(1, WindowProgram.unit(target) / region.value().bytes); // a displacement counts units
        int from = random.nextInt(region.length()) / step * step;
        if (!single && random.nextBoolean()) {
            from = 0;
        }
        int count = single ? 1 : region.length() - from - (random.nextBoolean() ? 0
            : random.nextInt(Math.min(region.length() - from, MOST_ELEMENTS)));
        return new Act(phase, rank, target, verb, combination, region, from, count, random.nextInt(1000),
            single ? wanted(target, region, from) : 0, new Way(!single && random.nextInt(3) == 0,
                random.nextBoolean()), ticket);
    }

    /** A value that may be in the window when a swap comes there. */
    private long wanted(int target, Region region, int element) {
        List<Act> writers = acts.stream().filter(act -> act.target() == target && act.region() == region
            && act.covers(element) && act.writes()).toList();
        return writers.isEmpty() || random.nextInt(3) == 0 ? region.initial(target, element)
            : draw(writers).operand(element);
    }

    /** Adds an operation, and before it a flush if one is needed. If the rank may not flush, nothing is added. */
    private void add(Act act, boolean passive) {
        List<Act> conflicts = open.stream().filter(act::conflicts).toList();
        if (!conflicts.isEmpty()) {
            if (!passive) {
                return;
            }
            boolean gets = conflicts.stream().allMatch(each -> each.verb() == Verb.GET);
            flush(act.target(), gets && random.nextBoolean());
        }
        acts.add(act);
        mine.add(act);
        open.add(act);
        if (act.way().request() && random.nextBoolean()) {
            mine.add(new Await(act));
            if (act.verb() == Verb.GET) {
                open.removeLast();
            }
        }
        if (passive && random.nextInt(4) == 0) {
            flush(act.target(), random.nextBoolean());
        }
    }

    /** After a local flush only gets are known to be over at the target: what they read has arrived. */
    private void flush(int target, boolean local) {
        int which = random.nextInt(3) == 0 ? WindowProgram.ALL : target;
        mine.add(new Flush(which, local));
        open.removeIf(act -> (which == WindowProgram.ALL || which == act.target())
            && (!local || act.verb() == Verb.GET));
    }
}
