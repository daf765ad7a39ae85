package mpi;

/**
 * Broadcast along a binomial tree: counted from the root, rank r hears from r without its lowest bit and tells r plus
 * each lower power of two. log2(p) rounds.
 */
final class BinomialBroadcast {
    private BinomialBroadcast() {
    }

    static void run(CollectiveContext context, Object buf, int offset, int count, Datatype datatype, int root) {
        int size = context.size();
        int relative = (context.rank() - root + size) % size;
        int mask = 1;
        while (mask < size && (relative & mask) == 0) {
            mask *= 2;
        }
        if (relative != 0) {
            context.receive(buf, offset, count, datatype, (relative - mask + root) % size);
        }
        for (mask /= 2; mask > 0; mask /= 2) {
            if (relative + mask < size) {
                context.send(buf, offset, count, datatype, (relative + mask + root) % size);
            }
        }
    }
}
