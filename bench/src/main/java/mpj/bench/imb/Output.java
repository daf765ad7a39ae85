package mpj.bench.imb;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The output of rank 0: standard output and the file of {@code -o}. The file is written as the run goes on, so that it
 * keeps its lines if the run ends early.
 */
final class Output extends OutputStream {
    private final OutputStream copy;

    private Output(OutputStream copy) {
        this.copy = copy;
    }

    /**
     * Opens the stream for a rank's lines.
     *
     * @param file gets a copy of the lines; may be null
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
