package mpj.bench.compare;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What is to be measured on a node.
 *
 * @param parts the parts, in their order
 * @param ranks the numbers of ranks
 * @param sizes the message sizes; empty for those of each part
 * @param kernels the NAS Parallel Benchmarks
 * @param problem their class
 * @param entrants the libraries; the first is this library
 * @param npb by the label of a library, the folder with NPB's own programs for the library
 * @param topology the machine
 */
record NodeScope(List<NodePart> parts, List<Integer> ranks, List<Integer> sizes, List<NodeKernel> kernels,
                 String problem, List<Entrant> entrants, Map<String, Path> npb, Topology topology) {
    /** The numbers of ranks with which a part is measured. */
    List<Integer> ranksOf(NodePart part) {
        return part.isOfTwo() ? List.of(2)
            : part == NodePart.START ? Stream.concat(Stream.of(2), ranks.stream()).distinct().toList() : ranks;
    }

    List<Integer> sizesOf(NodePart part, String benchmark) {
        return !BlockFigure.hasSizes(benchmark) ? List.of(0) : sizes.isEmpty() ? part.sizes() : sizes;
    }

    /** The same with other benchmarks of NPB. */
    NodeScope with(List<NodeKernel> fewer) {
        return new NodeScope(parts, ranks, sizes, fewer, problem, entrants, npb, topology);
    }
}
