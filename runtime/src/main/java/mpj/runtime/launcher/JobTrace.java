package mpj.runtime.launcher;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import mpj.bindings.ThisHost;
import mpj.runtime.agent.HostPlan;
import mpj.runtime.bootstrap.RuntimeProperties;
import mpj.runtime.files.FileReason;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.RecordedChunks;
import mpj.runtime.host.Recording;
import mpj.runtime.host.UsageException;

/**
 * The trace of a job: the folder in which its ranks are recorded, and the page that is made from it at the end. If
 * tracing fails, the user is told, but the job does not fail.
 */
final class JobTrace {
    private static final String EVENTS = "mpj.events=true";
    private static final String FACTS = "job.properties";
    /** The main class that reads the recordings. */
    private static final String REPORT = "mpj.trace.TraceReport";
    private static final int MOST_FOLDERS = 1_000;
    /** The room on the disk is shared among this number of ranks when the number of ranks is not known. */
    private static final int UNKNOWN_SIZE = 16;

    private final Recording recording;
    private final int size;
    private final Placement placement;
    private final HostClocks clocks = new HostClocks();
    private final List<String> notes = new ArrayList<>();
    private boolean failed;
    private boolean finished;

    private JobTrace(Recording recording, int size, Placement placement) {
        this.recording = recording;
        this.size = size;
        this.placement = placement;
    }

    /** The job is not traced. */
    private static JobTrace off() {
        return new JobTrace(Recording.NONE, 0, null);
    }

    /**
     * Makes the trace of a job that is about to start.
     *
     * @param given the folder; empty when the job is not traced
     * @param size number of ranks; 0 if only another launcher knows
     * @param placement null if only another launcher knows
     */
    static JobTrace of(String given, int size, Placement placement) {
        if (given.isEmpty()) {
            return off();
        }
        Path folder = Path.of(given).toAbsolutePath().normalize();
        try {
            Path own = emptyFolder(folder);
            if (!own.equals(folder)) {
                say(folder + " is not empty; the trace goes to " + own);
            }
            return new JobTrace(Recording.into(own, size == 0 ? UNKNOWN_SIZE : size), size, placement);
        } catch (IOException e) {
            String reason = e instanceof FileAlreadyExistsException ? "it is a file" : FileReason.withName(e);
            say("the job is not traced into " + folder + ": " + reason);
            return off();
        }
    }

    /** The folder, or a new one beside it if the folder has files: no trace is overwritten. */
    private static Path emptyFolder(Path folder) throws IOException {
        Path candidate = folder;
        for (int number = 2; number < MOST_FOLDERS; number++) {
            Files.createDirectories(candidate);
            try (var files = Files.list(candidate)) {
                if (files.findAny().isEmpty()) {
                    return candidate;
                }
            }
            candidate = folder.resolveSibling(folder.getFileName() + "-" + number);
        }
        throw new IOException("it is not empty, and neither are " + MOST_FOLDERS + " folders beside it; delete some");
    }

    boolean isOn() {
        return recording.isOn();
    }

    /** How the ranks of this host are recorded. */
    Recording recording() {
        return recording;
    }

    HostClocks clocks() {
        return clocks;
    }

    /** The JVM flags for ranks of another launcher. */
    List<String> flagsOfAll() {
        return recording.flagsOfAll();
    }

    /** The properties for ranks and agents. */
    List<String> properties(List<String> given) {
        String trace = RuntimeProperties.TRACE.definition("");
        List<String> properties = new ArrayList<>(given);
        properties.removeIf(property -> property.startsWith(trace));
        if (isOn()) {
            properties.add(trace + recording.folder());
            properties.add(EVENTS);
        }
        return properties;
    }

    /** The ranks are about to start. */
    synchronized void begin(String program) {
        if (isOn()) {
            try {
                // Without this file there is no page, and at the end the disk may have no room for it.
                describe(program, "it is not known how the job ended");
            } catch (IOException e) {
                say("nothing can be written into " + recording.folder() + ": " + FileReason.withName(e));
            }
        }
    }

    /** Takes the next bytes of a recording from another host. */
    synchronized void received(int rank, byte[] bytes) {
        if (failed || finished || !isOn()) {
            return;
        }
        try {
            Files.write(recording.folder().resolve("rank-" + rank + ".jfr"), bytes, StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        } catch (IOException e) {
            failed = true;
            note("the recording of rank " + rank + " could not be written: " + FileReason.withName(e));
        }
    }

    /** Notes that something is missing from the trace. */
    synchronized void note(String note) {
        say(note);
        notes.add(note);
    }

    /**
     * Writes the page, once all ranks have ended.
     *
     * @param end how the job ended, if it failed; otherwise null
     * @param program the main classes, for the user
     */
    synchronized void finish(String end, String program, LibraryFiles library, Jdk jdk) throws InterruptedException {
        if (!isOn() || finished) {
            return;
        }
        finished = true;
        joinRecordings();
        try {
            describe(program, end == null ? "" : end);
        } catch (IOException e) {
            say("the trace lacks how the job ended, and the clocks of other hosts: " + FileReason.withName(e));
        }
        report(recording.folder(), library, jdk);
    }

    /**
     * Writes the page for the recordings in a folder.
     *
     * @return the exit code
     */
    static int writeAgain(String given, LibraryFiles library, Jdk jdk) throws InterruptedException {
        Path folder = Path.of(given).toAbsolutePath().normalize();
        if (!Files.isDirectory(folder)) {
            throw new UsageException("--trace " + given + ": there is no such folder, and no program is named to be"
                + " traced into it");
        }
        try {
            RecordedChunks.joinAll(folder);
        } catch (IOException e) {
            say("the recordings in " + folder + " could not be put together: " + FileReason.withName(e));
        }
        return report(folder, library, jdk);
    }

    private static int report(Path folder, LibraryFiles library, Jdk jdk) throws InterruptedException {
        try {
            int status = new ProcessBuilder(jdk.java(), "-cp", library.classPath(), REPORT, folder.toString())
                .inheritIO().start().waitFor();
            if (status > 1) {
                say("the page of the trace could not be written; the recordings are in " + folder);
            }
            return status;
        } catch (IOException e) {
            say("the page of the trace could not be written: " + FileReason.withName(e) + "; the recordings are in "
                + folder);
            return 1;
        }
    }

    private void joinRecordings() {
        try {
            RecordedChunks.joinAll(recording.folder());
        } catch (IOException e) {
            note("recordings could not be put together: " + FileReason.withName(e));
        }
        for (int rank = 0; rank < size; rank++) {
            try {
                RecordedChunks.join(recording, rank);
            } catch (IOException e) {
                note("the recording of rank " + rank + " could not be put together: " + FileReason.withName(e));
            }
        }
    }

    /** If the file cannot be written, the earlier one stays. */
    private void describe(String program, String end) throws IOException {
        Properties facts = new Properties();
        facts.setProperty("program", program);
        facts.setProperty("end", end);
        if (size > 0) {
            facts.setProperty("size", Integer.toString(size));
        }
        for (int i = 0; placement != null && i < placement.hosts().size(); i++) {
            HostPlan host = placement.hosts().get(i);
            String prefix = "host." + i + ".";
            boolean local = Host.isLocal(host.name());
            facts.setProperty(prefix + "name", local ? ThisHost.name() : host.name());
            facts.setProperty(prefix + "ranks",
                host.ranks().stream().map(Object::toString).collect(Collectors.joining(" ")));
            facts.setProperty(prefix + "clock", local ? "" : clocks.samplesOf(host.index()));
            facts.setProperty(prefix + "wall", Long.toString(local ? HostClocks.wall() : clocks.wallOf(host.index())));
        }
        for (int i = 0; i < notes.size(); i++) {
            facts.setProperty("note." + i, notes.get(i));
        }
        Path whole = recording.folder().resolve(FACTS);
        Path next = recording.folder().resolve(FACTS + ".new");
        try {
            try (Writer out = Files.newBufferedWriter(next)) {
                facts.store(out, null);
            }
            Files.move(next, whole, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Files.deleteIfExists(next);
            throw e;
        }
    }

    private static void say(String what) {
        System.err.println("mpjrun: " + what);
    }
}
