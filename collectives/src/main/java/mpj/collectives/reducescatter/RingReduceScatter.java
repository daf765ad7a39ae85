package mpj.collectives.reducescatter;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;

/**
 * Each block goes around the ring of ranks, from the rank after its owner to its owner, and is combined at every rank
 * on the way. The operation must commute. Barnett, Littlefield, Payne and van de Geijn, "Global combine on mesh
 * architectures with wormhole routing", 1993: the bucket algorithm.
 *
 * <p>Cost, exact for blocks of one size: {@code (p-1)(α + n/p β + n/p γ)}; p(p-1) messages.
 */
public final class RingReduceScatter implements Algorithm {
    @Override
    public String name() {
        return "ring";
    }

    @Override
    public boolean fits(Problem problem) {
        return problem.commutative();
    }

    @Override
    public void write(Problem problem, Steps steps) {
        write(problem, Place.RECEIVE, Long.MAX_VALUE, steps);
    }

    /**
     * Writes the rounds with messages of limited size. This rank's block of the result goes to a place that the caller
     * names.
     */
    public static void write(Problem problem, Place result, long segment, Steps steps) {
        int size = problem.size();
        Blocks blocks = problem.sent();
        long largest = 0;
        for (int rank = 0; rank < size; rank++) {
            largest = Math.max(largest, blocks.length(rank));
        }
        Place[] buffers = {steps.work(size > 3 ? largest : 0), steps.work(size > 2 ? largest : 0)};
        if (size == 1) {
            steps.copy(Place.SEND, result, blocks.length(0));
        }
        int[] receives = {};
        for (int round = 0; round < size; round++) {
            int current = problem.around(-round - 1);
            Place arrived = current == problem.rank() ? result : buffers[round % 2];
            Place own = Place.SEND.plus(blocks.at(current));
            Segments segments = Segments.of(blocks.length(current), segment, problem.unit());
            int next = problem.around(-round - 2);
            Segments following = Segments.of(round + 1 < size ? blocks.length(next) : 0, segment, problem.unit());
            Place arriving = next == problem.rank() ? result : buffers[(round + 1) % 2];
            int[] receiving = new int[following.count()];
            for (int i = 0; i < following.count(); i++) {
                receiving[i] = steps.receive(problem.around(-1), arriving.plus(following.at(i)), following.length(i));
            }
            int[] sends = new int[segments.count()];
            for (int i = 0; i < segments.count() && size > 1; i++) {
                if (round > 0) {
                    steps.await(receives[i]);
                    steps.reduce(own.plus(segments.at(i)), arrived.plus(segments.at(i)), segments.length(i));
                }
                Place leaving = round == 0 ? own : arrived;
                sends[i] = current == problem.rank() ? -1
                    : steps.send(problem.around(1), leaving.plus(segments.at(i)), segments.length(i));
            }
            for (int send : sends) {
                steps.await(send);
            }
            receives = receiving;
        }
    }

    @Override
    public Cost cost(Problem problem) {
        return cost(problem, Long.MAX_VALUE);
    }

    /** The cost, exact for blocks of one size. */
    public static Cost cost(Problem problem, long segment) {
        int size = problem.size();
        long messages = 0;
        for (int rank = 0; rank < size; rank++) {
            messages += (size - 1L) * Segments.of(problem.sent().length(rank), segment, problem.unit()).count();
        }
        long path = problem.sent().length(0, size) / size * (size - 1);
        return new Cost(messages, path * size, messages / size, path, path);
    }
}
