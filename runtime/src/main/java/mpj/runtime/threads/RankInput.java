package mpj.runtime.threads;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;

/** Standard input. Rank 0 reads it; for the other ranks it is at its end. */
final class RankInput extends InputStream {
    private static final int READER = 0;

    private final InputStream in;
    private final Supplier<Integer> rank;

    RankInput(InputStream in, Supplier<Integer> rank) {
        this.in = in;
        this.rank = rank;
    }

    private boolean mayRead() {
        return Integer.valueOf(READER).equals(rank.get());
    }

    @Override
    public int read() throws IOException {
        return mayRead() ? in.read() : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        return mayRead() ? in.read(bytes, offset, length) : -1;
    }

    @Override
    public int available() throws IOException {
        return mayRead() ? in.available() : 0;
    }
}
