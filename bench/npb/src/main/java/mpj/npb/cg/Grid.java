package mpj.npb.cg;

/**
 * The ranks as a grid, and the block of the matrix that one of them has. There are as many columns of ranks as rows of
 * ranks, or twice as many. If there are twice as many, two columns of ranks halve the stretch of the matrix that a row
 * of ranks has.
 *
 * @param rows how many rows of ranks there are
 * @param columns how many columns of ranks there are
 * @param rank this rank
 * @param rowBlock the rows of the matrix that this rank has
 * @param columnBlock the columns of the matrix that this rank has
 */
record Grid(int rows, int columns, int rank, Block rowBlock, Block columnBlock) {
    /** A stretch of indices, from {@code first} up to but not including {@code end}. */
    record Block(int first, int end) {
        int length() {
            return end - first;
        }

        boolean has(int index) {
            return index >= first && index < end;
        }

        /** One of the parts that the indices are cut into. The first parts may be longer by one. */
        static Block part(int length, int parts, int part) {
            int least = length / parts;
            int longer = length % parts;
            int first = part * least + Math.min(part, longer);
            return new Block(first, first + least + (part < longer ? 1 : 0));
        }

        /** One half of this block. The first half may be longer by one. */
        Block half(int which) {
            int middle = first + (length() + 1) / 2;
            return which == 0 ? new Block(first, middle) : new Block(middle, end);
        }
    }

    /** Lays out a number of ranks that is a power of two. */
    static Grid of(int order, int ranks, int rank) {
        int log = Integer.numberOfTrailingZeros(ranks);
        int rows = 1 << log / 2;
        int columns = ranks / rows;
        Block rowBlock = Block.part(order, rows, rank / columns);
        int column = rank % columns;
        Block columnBlock = columns == rows ? Block.part(order, columns, column)
            : Block.part(order, rows, column / 2).half(column % 2);
        return new Grid(rows, columns, rank, rowBlock, columnBlock);
    }

    boolean isSquare() {
        return rows == columns;
    }

    /**
     * The rows that this rank adds up and sends on, counted from its first row: all of them, or the half that its
     * column takes.
     */
    Block share() {
        Block all = new Block(0, rowBlock.length());
        return isSquare() ? all : all.half(rank % 2);
    }

    /**
     * The rank that this one exchanges its share with: its mirror image in the grid, where a pair of columns counts as
     * one column.
     */
    int transposed() {
        int width = columns / rows;
        int pair = rank / width;
        return width * (pair % rows * rows + pair / rows) + rank % width;
    }

    /** The ranks of this row of ranks with which this rank exchanges sums, in this order: the farthest comes first. */
    int[] partners() {
        int[] partners = new int[Integer.numberOfTrailingZeros(columns)];
        for (int i = 0, distance = columns / 2; distance > 0; i++, distance /= 2) {
            partners[i] = rank ^ distance;
        }
        return partners;
    }
}
