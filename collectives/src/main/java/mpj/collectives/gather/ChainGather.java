package mpj.collectives.gather;

import mpj.collectives.Algorithm;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Gathers towards the root along a chain. Each rank sends its own block, and then passes on the blocks from behind as
 * they come. No rank communicates with more than two others, and the root receives all the time. Barnett, Littlefield,
 * Payne and van de Geijn, "Global combine on mesh architectures with wormhole routing", 1993: the bucket collect
 * towards one rank.
 *
 * <p>Cost, exact: {@code (p-1)(α + nβ)}; p(p-1)/2 messages of one block.
 */
public final class ChainGather implements Algorithm {
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
            steps.copy(Place.SEND, block(problem, 0), bytes);
            for (int i = 1; i < size; i++) {
                steps.receive(problem.absolute(1), block(problem, i), bytes);
            }
            return;
        }
        int towards = problem.absolute(node - 1);
        int behind = problem.absolute((node + 1) % size);
        // Two blocks are used alternately: one leaves while the next arrives.
        Place[] passing = {steps.work(bytes), steps.work(bytes)};
        int sent = steps.send(towards, Place.SEND, bytes);
        for (int i = node + 1; i < size; i++) {
            int received = steps.receive(behind, passing[i % 2], bytes);
            steps.await(received);
            steps.await(sent);
            sent = steps.send(towards, passing[i % 2], bytes);
        }
    }

    private static Place block(Problem problem, int node) {
        return Place.RECEIVE.plus(problem.received().at(problem.absolute(node)));
    }

    @Override
    public Cost cost(Problem problem) {
        long size = problem.size();
        long messages = problem.bytes() == 0 ? 0 : size * (size - 1) / 2;
        long rounds = problem.bytes() == 0 ? 0 : size - 1;
        return new Cost(messages, messages * problem.bytes(), rounds, rounds * problem.bytes(), 0);
    }
}
