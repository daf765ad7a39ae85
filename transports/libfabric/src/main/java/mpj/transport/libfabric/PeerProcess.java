package mpj.transport.libfabric;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import mpj.bindings.Linux;
import mpj.bindings.ThisHost;
import mpj.transport.spi.TransportException;

/**
 * A process, as other processes of its host see it.
 *
 * @param host the boot of the host and the namespace of process ids, the same for processes that see each other
 * @param id the process id
 * @param started when it was started, because ids are reused
 */
record PeerProcess(String host, long id, long started) {
    /** The field in the file stat, counted from the one after the name in parentheses. */
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

    /** Whether the process still runs. This may be asked only on its own host. */
    boolean alive() {
        try {
            return startTime(id) == started;
        } catch (IOException e) {
            return !isGone(); // this process may have no descriptor left for the file
        }
    }

    /** Looks only whether the system knows the process. This needs no descriptor. */
    private boolean isGone() {
        try {
            return Files.notExists(Linux.file("/proc", Long.toString(id)));
        } catch (NoSuchFileException e) {
            return false; // without /proc nobody can tell
        }
    }

    private static long startTime(long id) throws IOException {
        String process = Long.toString(id);
        // The first thread is as old as its process. In /proc/PID/stat, an emulator such as qemu-user shows a process
        // another time than the one that other processes see there.
        String stat = Files.readString(Linux.file("/proc", process, "task", process, "stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        // A zombie has ended, although nobody has collected its exit code yet.
        return fields[0].equals("Z") || fields[0].equals("X") ? GONE : Long.parseLong(fields[START_TIME]);
    }
}
