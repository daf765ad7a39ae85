package mpj.collectives.scatter;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Scatters away from the root along a chain. The block of the last rank leaves first. Each rank passes on the blocks
 * for the ranks behind it, and the last block that it gets is its own. No rank communicates with more than two others.
 * Barnett, Littlefield, Payne and van de Geijn, "Global combine on mesh architectures with wormhole routing", 1993: the
 * bucket collect, reversed.
 *
 * <p>Cost, exact: {@code (p-1)(α + nβ)}; p(p-1)/2 messages of one block.
 */
public final class ChainScatter implements Algorithm {
    @Override
    public String name() {
        return "chain";
    }

    @Override
    public void write(Problem problem, Steps steps) {
        int node = problem.relative();
        int size = problem.size();
        long bytes = problem.bytes();
        if (node == 0) {
            for (int i = size - 1; i > 0; i--) {
                steps.send(problem.absolute(1), block(problem, i), bytes);
            }
            steps.copy(block(problem, 0), Place.RECEIVE, bytes);
            return;
        }
        int from = problem.absolute(node - 1);
        int behind = problem.absolute((node + 1) % size);
        // Two blocks are used alternately: one leaves while the next arrives.
        Place[] passing = {steps.work(bytes), steps.work(bytes)};
        int before = steps.receive(from, node == size - 1 ? Place.RECEIVE : passing[(size - 1) % 2], bytes);
        int sent = -1;
        for (int i = size - 1; i > node; i--) {
            steps.await(before);
            steps.await(sent);
            before = steps.receive(from, i - 1 == node ? Place.RECEIVE : passing[(i - 1) % 2], bytes);
            sent = steps.send(behind, passing[i % 2], bytes);
        }
    }

    private static Place block(Problem problem, int node) {
        return Place.SEND.plus(problem.sent().at(problem.absolute(node)));
    }

    @Override
    public Cost cost(Problem problem) {
        long size = problem.size();
        long messages = problem.bytes() == 0 ? 0 : size * (size - 1) / 2;
        long rounds = problem.bytes() == 0 ? 0 : size - 1;
        return new Cost(messages, messages * problem.bytes(), rounds, rounds * problem.bytes(), 0);
    }
}
