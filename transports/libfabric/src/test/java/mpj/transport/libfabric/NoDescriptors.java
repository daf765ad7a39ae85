package mpj.transport.libfabric;

import java.io.IOException;

/**
 * Lets this process open no file until this is closed. Another process sets the limit, and takes it back when its input
 * ends: this process could not start one for that.
 */
final class NoDescriptors implements AutoCloseable {
    private static final String SCRIPT = """
        before=$(prlimit --pid $1 --nofile --noheadings --raw --output SOFT) && prlimit --pid $1 --nofile=3: || exit
        echo none
        read line
        prlimit --pid $1 --nofile=$before: && echo again
        """;

    private final Process shell;

    NoDescriptors() throws IOException {
        shell = new ProcessBuilder("sh", "-c", SCRIPT, "sh", Long.toString(ProcessHandle.current().pid()))
            .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        expect("none");
    }

    private void expect(String line) throws IOException {
        if (!line.equals(shell.inputReader().readLine())) {
            throw new IOException("prlimit has not changed the limit");
        }
    }

    @Override
    public void close() throws IOException {
        shell.getOutputStream().close();
        expect("again");
    }
}
