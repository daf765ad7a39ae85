package mpj.transport.shm;

import java.io.IOException;

/**
 * Sets one of this process's limits until this is closed. Another process sets the limit, and takes it back when its
 * input ends: this process might not be able to start one for that.
 */
final class ResourceLimit implements AutoCloseable {
    private static final String SCRIPT = """
        before=$(prlimit --pid $1 --$2 --noheadings --raw --output SOFT) && prlimit --pid $1 --$2=$3: || exit
        echo set
        read line
        prlimit --pid $1 --$2=$before: && echo again
        """;

    private final Process shell;

    private ResourceLimit(String name, long limit) throws IOException {
        shell = new ProcessBuilder("sh", "-c", SCRIPT, "sh", Long.toString(ProcessHandle.current().pid()), name,
            Long.toString(limit)).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        expect("set");
    }

    /** Lets this process open no file. */
    static ResourceLimit noDescriptors() throws IOException {
        return new ResourceLimit("nofile", 3);
    }

    /** Lets this process write no file beyond a size in bytes. */
    static ResourceLimit fileSize(long bytes) throws IOException {
        return new ResourceLimit("fsize", bytes);
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
