package mpj.transport.libfabric;

import java.io.IOException;
import java.nio.file.Files;
import mpj.bindings.Linux;
import mpj.bindings.ThisHost;
import mpj.transport.spi.TransportException;

/**
 * A process, as others of its host see it.
 *
 * @param host the boot and the space of process ids: alike for processes that see each other
 * @param id the process id
 * @param started when it was started, since ids are used again
 */
record PeerProcess(String host, long id, long started) {
    /** In /proc/PID/stat, counted from what follows the name in parentheses. */
    private static final int START_TIME = 19;
    private static final int GONE = -1;

    static PeerProcess current() {
        try {
            long id = ProcessHandle.current().pid();
            return new PeerProcess(ThisHost.processNamespace(), id, startTime(id));
        } catch (IOException e) {
            throw new TransportException("transport libfabric needs /proc: " + e, e);
        }
    }

    boolean onHostOf(PeerProcess other) {
        return host.equals(other.host);
    }

    /** Whether it still runs; asked on its own host only. */
    boolean alive() {
        return startTime(id) == started;
    }

    private static long startTime(long id) {
        try {
            String stat = Files.readString(Linux.file("/proc", Long.toString(id), "stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            // A zombie has ended, though nobody has asked for its exit code yet.
            return fields[0].equals("Z") || fields[0].equals("X") ? GONE : Long.parseLong(fields[START_TIME]);
        } catch (IOException e) {
            return GONE;
        }
    }
}
