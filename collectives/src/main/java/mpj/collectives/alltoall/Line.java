package mpj.collectives.alltoall;

import java.util.function.IntUnaryOperator;
import mpj.collectives.Place;
import mpj.collectives.Steps;

/** An exchange among the ranks of one row or column of a grid. */
final class Line {
    private Line() {
    }

    /** Sends each rank of the line its block, and receives one from each. All blocks lie in the order of the line. */
    static void exchange(int size, int own, IntUnaryOperator ranks, Place from, Place to, long bytes, Steps steps) {
        for (int i = 1; i < size; i++) {
            int source = Math.floorMod(own - i, size);
            steps.receive(ranks.applyAsInt(source), to.plus(source * bytes), bytes);
        }
        for (int i = 1; i < size; i++) {
            int dest = (own + i) % size;
            steps.send(ranks.applyAsInt(dest), from.plus(dest * bytes), bytes);
        }
        steps.copy(from.plus(own * bytes), to.plus(own * bytes), bytes);
        steps.awaitAll();
    }
}
