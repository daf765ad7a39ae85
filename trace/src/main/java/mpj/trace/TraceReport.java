package mpj.trace;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes the page and the tables of a folder with recordings. mpjrun starts it at the end of a job, as a process of its
 * own: a trace may need more memory than a launcher has, and a failure here is not a failure of the job.
 */
public final class TraceReport {
    private TraceReport() {
    }

    /**
     * Reads the recordings, writes the results, and prints the findings in a line or two.
     *
     * @param args the folder
     */
    public static void main(String[] args) {
        Path folder = Path.of(args[0]);
        try {
            Trace trace = RecordingReader.read(folder);
            List<Finding> findings = write(folder, trace);
            System.err.println("mpjrun: the trace is in " + folder.resolve(TracePage.FILE) + ": "
                + trace.totals().calls()
                + " calls, " + trace.totals().messages() + " messages, "
                + (findings.isEmpty() ? "nothing found that costs much" : findings.size() + " findings; the first: "
                + findings.getFirst().text()));
        } catch (IOException e) {
            fail(folder, reason(e));
        } catch (OutOfMemoryError e) {
            fail(folder, "it needs more memory than this JVM has; JAVA_TOOL_OPTIONS=-Xmx gives it more");
        }
    }

    private interface Part {
        void write() throws IOException;
    }

    /** Writes the page first and the largest files last, so that most of the results exist if the disk gets full. */
    static List<Finding> write(Path folder, Trace trace) throws IOException {
        List<Finding> findings = Diagnosis.of(trace);
        try {
            write(TracePage.FILE, () -> TracePage.write(folder, trace, findings));
        } catch (IOException e) {
            Files.deleteIfExists(folder.resolve(TracePage.FILE)); // a page that is cut off would show nothing
            throw e;
        }
        write("a table", () -> CsvFiles.write(folder, trace, findings));
        write(ChromeTrace.FILE, () -> ChromeTrace.write(folder, trace));
        return findings;
    }

    private static void write(String what, Part part) throws IOException {
        try {
            part.write();
        } catch (IOException e) {
            throw new IOException(what + ": " + reason(e), e);
        }
    }

    /** Some exceptions have only a file's name as their message. */
    private static String reason(IOException e) {
        return e.getMessage() == null || e instanceof FileSystemException file && file.getReason() == null
            ? e.toString() : e.getMessage();
    }

    private static void fail(Path folder, String reason) {
        System.err.println("mpjrun: the trace in " + folder + " could not be written completely: " + reason
            + ". The part that was written is there, and so are the recordings, rank-*.jfr");
        System.exit(1);
    }
}
