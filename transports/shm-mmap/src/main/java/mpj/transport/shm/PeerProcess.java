package mpj.transport.shm;

import static mpj.transport.ring.Words.INTS;

import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import mpj.bindings.Linux;

/** The process of a peer whose inbox is mapped here, as long as it is not known to have ended. */
final class PeerProcess {
    private final int peer;
    private final MemorySegment header;
    /**
     * Where the system shows the program that the process runs. A process that has ended has none, not even as a
     * zombie.
     */
    private final Path program;
    private boolean suspect;

    /** @param inbox of that peer, in the form {@code /proc/PID/fd/N} */
    PeerProcess(int peer, MemorySegment header, Path inbox) {
        this.peer = peer;
        this.header = header;
        this.program = inbox.getParent().resolveSibling("exe");
    }

    int peer() {
        return peer;
    }

    String process() {
        return program.getName(1).toString();
    }

    /** Whether it has ended without a farewell. What it sent before is taken until the next look. */
    boolean isLost() {
        if (!Files.notExists(program) || hasLeft()) {
            return false;
        }
        boolean before = suspect;
        suspect = true;
        return before;
    }

    /** Whether a process of this host has ended. */
    static boolean hasEnded(int process) {
        try {
            return Files.notExists(Linux.file("/proc", Integer.toString(process), "exe"));
        } catch (NoSuchFileException e) {
            return false; // nothing tells
        }
    }

    /** Asked once the process is seen to be gone, so that the answer does not change any more. */
    private boolean hasLeft() {
        return (int) INTS.getAcquire(header, InboxLayout.LEFT_AT) != 0;
    }
}
