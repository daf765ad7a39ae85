package mpj.transport.shm;

import static mpj.transport.ring.Words.INTS;

import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import mpj.bindings.Linux;

/**
 * The process of a peer to which a channel leads, or of a peer of another job from which one comes or that
 * is woken from here. It is watched until it is known to have ended.
 */
final class PeerProcess {
    /** What became of a peer whose process goes on without MPI. */
    static final String LEFT = "it has called MPI.Finalize";

    private final int peer;
    /** The header of its inbox, or null if that is not mapped. */
    private final MemorySegment header;
    /**
     * The link by which the system shows the program that the process runs. A process that has ended has no such link,
     * not even while it is a zombie.
     */
    private final Path program;
    /** The path of its inbox, and where that leads as long as the process runs. Both are null if it is not known. */
    private final Path inbox;
    private final Path target;
    /** The ranks of one job leave together, so a rank that has left its own job in order is no loss. */
    private final boolean ofOwnJob;
    private boolean suspect;

    /**
     * @param ofOwnJob whether the peer is a rank of this process's job
     * @param inbox the path of that peer's inbox, in the form {@code /proc/PID/fd/N}
     * @param target the {@link MemoryFile#target} of the inbox
     */
    PeerProcess(int peer, boolean ofOwnJob, MemorySegment header, Path inbox, Path target) {
        this(peer, header, inbox.getParent().resolveSibling("exe"), inbox, target, ofOwnJob);
    }

    private PeerProcess(int peer, MemorySegment header, Path program, Path inbox, Path target, boolean ofOwnJob) {
        this.peer = peer;
        this.header = header;
        this.program = program;
        this.inbox = inbox;
        this.target = target;
        this.ofOwnJob = ofOwnJob;
    }

    /** The process of a peer of another job to which no channel leads. Only its end shows that the peer is gone. */
    static PeerProcess ofSender(int peer, int process) {
        return new PeerProcess(peer, null, Path.of("/proc", Integer.toString(process), "exe"), null, null, false);
    }

    int peer() {
        return peer;
    }

    /** The header of its inbox, or null if no channel leads there. */
    MemorySegment header() {
        return header;
    }

    String process() {
        return program.getName(1).toString();
    }

    /**
     * Whether the process has ended without leaving in order, or, if it is of another job, in any way. The answer is
     * true only at the second look, so that the packets that it sent before are taken in between.
     */
    boolean isLost() {
        boolean gone = ofOwnJob ? isGone() && !hasLeft() : hasLeft() || isGone();
        boolean before = suspect;
        suspect = gone;
        return gone && before;
    }

    /** Another process may have the id of one that has ended, but not its inbox. */
    private boolean isGone() {
        return inbox == null ? Files.notExists(program) : MemoryFile.isClosed(inbox, target);
    }

    /** What became of a process that is lost. */
    String end() {
        return hasLeft() ? LEFT : ended(Integer.parseInt(process()));
    }

    /** What became of a peer whose process has ended. */
    static String ended(int process) {
        return "process " + process + " of this host has ended";
    }

    /** Whether a process of this host has ended. */
    static boolean hasEnded(int process) {
        try {
            return Files.notExists(Linux.file("/proc", Integer.toString(process), "exe"));
        } catch (NoSuchFileException e) {
            return false; // without /proc nobody can tell
        }
    }

    /** For a rank of the own job, read only after its process is gone: the answer can then change no more. */
    private boolean hasLeft() {
        return header != null && (int) INTS.getAcquire(header, InboxLayout.LEFT_AT) != 0;
    }
}
