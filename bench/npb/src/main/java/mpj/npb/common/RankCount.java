package mpj.npb.common;

/** The numbers of ranks that a benchmark runs on. */
public enum RankCount {
    ANY("any"),
    POWER_OF_TWO("a power-of-two"),
    SQUARE("a square"),
    /** A nearly square grid of nx times ny ranks. */
    GRID("a grid (nx*ny, nx/2<=ny<=nx)");

    private final String words;

    RankCount(String words) {
        this.words = words;
    }

    /** Whether the benchmark runs on this many ranks. */
    public boolean allows(int ranks) {
        return switch (this) {
            case ANY -> true;
            case POWER_OF_TWO -> Integer.bitCount(ranks) == 1;
            case SQUARE -> {
                int root = (int) Math.round(Math.sqrt(ranks));
                yield root * root == ranks;
            }
            case GRID -> isGrid(ranks);
        };
    }

    private static boolean isGrid(int ranks) {
        for (int ny = 1; ny * ny <= ranks; ny++) {
            if (ranks % ny == 0 && ranks / ny <= 2 * ny) {
                return true;
            }
        }
        return false;
    }

    /** The largest allowed number that is not above this one. */
    public int mostOf(int ranks) {
        int most = ranks;
        while (!allows(most)) {
            most--;
        }
        return most;
    }

    /** NPB's complaint about a number of ranks that is not allowed, with the nearest allowed numbers. */
    public String complaint(int ranks) {
        int more = ranks;
        while (!allows(more)) {
            more++;
        }
        return " *** ERROR determining processor topology for " + ranks + " processes\n     Expecting " + words
            + " number of processes (such as " + mostOf(ranks) + " or " + more + ")";
    }
}
