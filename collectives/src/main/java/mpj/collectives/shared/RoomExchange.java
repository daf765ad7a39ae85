package mpj.collectives.shared;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;

/**
 * The steps of one rank in a collective through {@link Rooms}, whichever ranks give elements to others. The rank puts
 * its segments into its room, and takes those of other ranks from their rooms, by copying or combining them.
 *
 * <p>In round i a rank puts in its segment i, and then takes the segments i - 1 of the others. The others put these in
 * while this rank was copying, so it seldom waits. Two ranks know how much one gives to the other, but not what other
 * ranks do. So a rank posts each segment that it puts in. It posts which segments it has taken only when it has nothing
 * more to put in and another rank may wait for that.
 *
 * <p>Segment i goes into the buffer of segment i - 4, which the others must have taken before. A rank that puts in
 * segment i - 2 has taken segment i - 4 before that. So a rank that takes the other's segment i - 2 needs no further
 * post of it.
 */
public final class RoomExchange {
    /**
     * Elements that one rank gives to another.
     *
     * @param place their place in the memory of the rank that writes the steps
     * @param bytes their size
     */
    public record Piece(Place place, long bytes) {
        /** No elements. */
        public static final Piece NONE = new Piece(Place.WORK, 0);
    }

    private final Problem problem;
    private final Rooms rooms;
    private final Steps steps;
    /** The pieces by rank. */
    private final Piece[] given;
    private final Piece[] taken;
    /** The numbers of segments of these pieces. */
    private final int[] givenCounts;
    private final int[] takenCounts;

    /**
     * Describes an exchange.
     *
     * @param problem the collective
     * @param rooms the rooms for the elements
     * @param steps takes the steps
     * @param given what this rank gives to each rank, itself included; if there is one slot for all, each gets the same
     *     or nothing
     * @param taken the places for what each rank gives to this rank
     */
    public RoomExchange(Problem problem, Rooms rooms, Steps steps, IntFunction<Piece> given,
                        IntFunction<Piece> taken) {
        this.problem = problem;
        this.rooms = rooms;
        this.steps = steps;
        this.given = pieces(given);
        this.taken = pieces(taken);
        givenCounts = counts(this.given);
        takenCounts = counts(this.taken);
    }

    private Piece[] pieces(IntFunction<Piece> byRank) {
        Piece[] pieces = new Piece[problem.size()];
        Arrays.setAll(pieces, byRank);
        return pieces;
    }

    private int[] counts(Piece[] pieces) {
        int[] counts = new int[pieces.length];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = rooms.segments(pieces[i].bytes).count();
        }
        return counts;
    }

    /**
     * The cost if one rank gives or takes everything. α is the time in which a flag is seen.
     *
     * @param problem the collective
     * @param segments the segments of one rank's elements
     * @return the cost of copying them in and out, which overlaps
     */
    public static Cost oneSided(Problem problem, Segments segments) {
        return problem.size() == 1 || segments.count() == 0 ? Cost.NONE
            : new Cost(0, 0, 1 + 2L * ((segments.count() - 1) / Rooms.BUFFERS),
                segments.bytes() + segments.length(0), 0);
    }

    /**
     * The cost if every rank gives and takes the same amount.
     *
     * @param problem the collective
     * @param segments the segments of the elements that one rank gives to another
     * @param copied the bytes that a rank copies in and out
     * @return the cost
     */
    public static Cost mutual(Problem problem, Segments segments, long copied) {
        return problem.size() == 1 || segments.count() == 0 ? Cost.NONE
            : new Cost(0, 0, (segments.count() + 1) / 2, copied, 0);
    }

    /**
     * Copies what comes to its place, and also what this rank gives to itself. One rank gives everything, or takes
     * everything.
     */
    public void copyOneWay() {
        write(most(givenCounts), this::copy);
    }

    /** The same when every rank gives and takes. */
    public void copyBothWays() {
        write(givenBothWays(), this::copy);
    }

    /**
     * The number of segments that this rank puts in. A rank that gives nothing still posts that, unless it takes
     * nothing either, because ranks whose counts do not match must not wait for each other.
     */
    private int givenBothWays() {
        return rooms.areNoted() && most(takenCounts) > 0 ? Math.max(1, most(givenCounts)) : most(givenCounts);
    }

    private void copy(int segment) {
        for (int i = 1; i < problem.size(); i++) {
            int source = problem.around(i);
            if (segment < takenCounts[source]) {
                Piece piece = taken[source];
                Segments segments = rooms.segments(piece.bytes);
                await(source, segment);
                steps.copy(rooms.of(source, problem.rank(), piece.bytes, segment),
                    piece.place.plus(segments.at(segment)), segments.length(segment));
            }
        }
    }

    /**
     * Combines what comes, from all other ranks or from none, with this rank's own operands.
     *
     * @param own this rank's operands
     * @param result the place for the result
     * @param bytes the size of each rank's operands
     */
    public void combine(Place own, Place result, long bytes) {
        if (problem.size() == 1) {
            steps.share();
            steps.copy(own, result, bytes);
            return;
        }
        Segments segments = rooms.segments(bytes);
        write(givenBothWays(), segment -> {
            for (int i = 1; i < problem.size(); i++) {
                await(problem.around(i), segment);
            }
            InRankOrder.combine(rank -> rank == problem.rank() ? own.plus(segments.at(segment))
                : rooms.of(rank, problem.rank(), bytes, segment), result.plus(segments.at(segment)),
                segments.length(segment), problem, steps);
        });
    }

    private void write(int puts, IntConsumer takeSegment) {
        int takes = most(takenCounts);
        steps.share();
        if (puts > 0) {
            steps.claim();
        }
        for (int round = 0; round < puts || round <= takes; round++) {
            if (round < puts) {
                awaitTaken(round);
                put(round);
                boolean last = round == puts - 1 && takes <= Math.max(0, round - 1);
                steps.post(last ? Steps.ENDED : putIn(round));
            }
            if (round == 0) {
                Piece own = taken[problem.rank()];
                steps.copy(given[problem.rank()].place, own.place, own.bytes);
            } else if (round <= takes) {
                takeSegment.accept(round - 1);
                announceTaken(round - 1, puts, takes);
            }
        }
        if (takesFromAll()) {
            steps.allHaveBegun();
        }
    }

    private boolean takesFromAll() {
        for (int i = 1; i < problem.size(); i++) {
            if (takenCounts[problem.around(i)] == 0) {
                return false;
            }
        }
        return problem.size() > 1;
    }

    /** The largest count of any other rank. */
    private int most(int[] counts) {
        int most = 0;
        for (int i = 1; i < problem.size(); i++) {
            most = Math.max(most, counts[problem.around(i)]);
        }
        return most;
    }

    /** Waits until the buffers for a segment may be used again. */
    private void awaitTaken(int segment) {
        int before = segment - Rooms.BUFFERS;
        for (int i = 1; before >= 0 && i < problem.size(); i++) {
            int peer = problem.around(i);
            if (givenCounts[peer] > segment && takenCounts[peer] <= segment - 2) {
                steps.awaitStage(peer, takenOut(before));
            }
        }
    }

    private void put(int segment) {
        for (int i = 1; i < problem.size(); i++) {
            int peer = problem.around(i);
            Piece piece = given[peer];
            if (segment == 0 && rooms.areNoted()) {
                steps.note(rooms.slot(problem.rank(), peer), piece.bytes);
            }
            if (segment < givenCounts[peer]) {
                Segments segments = rooms.segments(piece.bytes);
                steps.copy(piece.place.plus(segments.at(segment)),
                    rooms.of(problem.rank(), peer, piece.bytes, segment), segments.length(segment));
            }
            if (!rooms.areApart() && piece.bytes > 0) {
                return;
            }
        }
    }

    private void await(int source, int segment) {
        steps.awaitStage(source, putIn(segment));
        if (segment == 0 && rooms.areNoted()) {
            steps.expect(source, rooms.slot(source, problem.rank()), taken[source].bytes);
        }
    }

    private void announceTaken(int segment, int puts, int takes) {
        if (puts == 0 && segment == takes - 1) {
            steps.post(Steps.ENDED);
        } else if (puts <= segment + 2 && takes > segment + Rooms.BUFFERS) {
            steps.post(takenOut(segment));
        }
    }

    /**
     * Stages are numbered in the order in which a rank reaches them: it puts segment i + 1 in before it takes segment
     * i.
     */
    private static int putIn(int segment) {
        return segment == 0 ? 1 : 2 * segment;
    }

    private static int takenOut(int segment) {
        return 2 * segment + 3;
    }
}
