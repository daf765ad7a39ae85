package mpj.bench.imb;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where rank 0 prints: standard output, and the file of {@code -o} as it goes, so that an end midway keeps it. */
final class Output extends OutputStream {
    private final OutputStream copy;

    private Output(OutputStream copy) {
        this.copy = copy;
    }

    /**
     * Opens the stream for a rank's lines.
     *
     * @param file a copy of them, or null
     * @param prints whether this rank prints at all
     * @throws IOException if the file cannot be written
     */
    static PrintStream open(Path file, boolean prints) throws IOException {
        if (!prints) {
            return new PrintStream(OutputStream.nullOutputStream());
        }
        OutputStream copy = file == null ? OutputStream.nullOutputStream() : Files.newOutputStream(file);
        return new PrintStream(new Output(copy), true, StandardCharsets.UTF_8);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        System.out.write(bytes, offset, length);
        copy.write(bytes, offset, length);
    }

    @Override
    public void flush() throws IOException {
        System.out.flush();
        copy.flush();
    }

    @Override
    public void close() throws IOException {
        flush();
        copy.close();
    }
}
