package mpj.npb.is;

import java.util.List;
import mpj.npb.common.ProblemClass;

/**
 * A problem's size, and the keys whose ranks are known.
 *
 * @param keysLog the logarithm of the number of keys
 * @param maxKeyLog the logarithm of the bound of the keys
 * @param bucketsLog the logarithm of the number of buckets
 * @param probes the keys whose ranks are known
 */
record Problem(int keysLog, int maxKeyLog, int bucketsLog, List<Probe> probes) {
    /**
     * A key whose rank is known. The two keys that each iteration changes shift this rank.
     *
     * @param index the index of the key
     * @param base its rank in iteration 0
     * @param direction 1 if the rank grows with the iterations, -1 if it falls
     */
    record Probe(int index, int base, int direction) {
        int rank(int iteration) {
            return base + direction * iteration;
        }
    }

    int keys() {
        return 1 << keysLog;
    }

    int maxKey() {
        return 1 << maxKeyLog;
    }

    int buckets() {
        return 1 << bucketsLog;
    }

    /** How many bits a key is shifted to give its bucket. */
    int shift() {
        return maxKeyLog - bucketsLog;
    }

    static Problem of(ProblemClass problem) {
        return switch (problem) {
            case S -> new Problem(16, 11, 9, List.of(new Probe(48427, 0, 1), new Probe(17148, 18, 1),
                new Probe(23627, 346, 1), new Probe(62548, 64917, -1), new Probe(4431, 65463, -1)));
            case W -> new Problem(20, 16, 10, List.of(new Probe(357773, 1249 - 2, 1), new Probe(934767, 11698 - 2, 1),
                new Probe(875723, 1039987, -1), new Probe(898999, 1043896, -1), new Probe(404505, 1048018, -1)));
            case A -> new Problem(23, 19, 10, List.of(new Probe(2112377, 104 - 1, 1), new Probe(662041, 17523 - 1, 1),
                new Probe(5336171, 123928 - 1, 1), new Probe(3642833, 8288932 + 1, -1),
                new Probe(4250760, 8388264 + 1, -1)));
            case B -> new Problem(25, 21, 10, List.of(new Probe(41869, 33422937, -1), new Probe(812306, 10244, 1),
                new Probe(5102857, 59149, 1), new Probe(18232239, 33135281, -1), new Probe(26860214, 99, 1)));
            case C -> new Problem(27, 23, 10, List.of(new Probe(44172927, 61147, 1), new Probe(72999161, 882988, 1),
                new Probe(74326391, 266290, 1), new Probe(129606274, 133997595, -1),
                new Probe(21736814, 133525895, -1)));
        };
    }
}
