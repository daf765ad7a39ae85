package mpj.collectives.bcast;

import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Segments;
import mpj.collectives.Steps;
import mpj.collectives.tree.Tree;

/**
 * Broadcasts down a tree, segment by segment. While a segment goes to the children, the next segment arrives. All sends
 * of a segment are complete before the segment after the next is sent, so that few sends are under way at once.
 */
final class TreeBcast {
    private TreeBcast() {
    }

    static void write(Tree tree, Problem problem, Segments segments, Steps steps) {
        int node = problem.relative();
        if (node == tree.root()) {
            send(tree, node, problem, segments, steps);
            return;
        }
        int parent = problem.absolute(tree.parent(node));
        int[] children = tree.children(node);
        int[] sends = new int[0];
        int arriving = receive(parent, segments, 0, steps);
        for (int i = 0; i < segments.count(); i++) {
            int following = i + 1 < segments.count() ? receive(parent, segments, i + 1, steps) : arriving;
            steps.await(arriving);
            arriving = following;
            sends = send(children, sends, problem, segments, i, steps);
        }
    }

    private static void send(Tree tree, int node, Problem problem, Segments segments, Steps steps) {
        int[] children = tree.children(node);
        int[] sends = new int[0];
        for (int i = 0; i < segments.count(); i++) {
            sends = send(children, sends, problem, segments, i, steps);
        }
    }

    private static int receive(int parent, Segments segments, int index, Steps steps) {
        return segments.count() == 0 ? -1
            : steps.receive(parent, Place.RECEIVE.plus(segments.at(index)), segments.length(index));
    }

    /** Sends a segment to the children, and waits for the sends before it. */
    private static int[] send(int[] children, int[] before, Problem problem, Segments segments, int index,
                              Steps steps) {
        int[] sends = new int[children.length];
        for (int i = 0; i < children.length; i++) {
            sends[i] = steps.send(problem.absolute(children[i]), Place.RECEIVE.plus(segments.at(index)),
                segments.length(index));
        }
        for (int send : before) {
            steps.await(send);
        }
        return sends;
    }
}
