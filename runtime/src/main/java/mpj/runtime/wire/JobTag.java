package mpj.runtime.wire;

import java.net.ProtocolException;

/**
 * Tells the jobs of one launcher apart, and says how the lines of their ranks begin.
 *
 * @param job 0 for the first job of the launcher; 1, 2, … for the jobs that it was asked to spawn
 * @param tagged whether lines begin with their rank
 */
public record JobTag(int job, boolean tagged) implements Struct<JobTag> {
    /** The first job, with lines that have no tags. */
    public static final JobTag NONE = new JobTag(0, false);

    private static final char SEPARATOR = ':';

    @Override
    public JobTag fields(Fields fields) throws ProtocolException {
        return new JobTag(fields.number(job), fields.flag(tagged));
    }

    /** Whether another job has spawned this one. */
    public boolean isSpawned() {
        return job > 0;
    }

    /** The words with which a line of a rank begins, such as {@code [3] } or {@code [1:3] }; empty without tags. */
    public String of(int rank) {
        return tagged ? "[" + (isSpawned() ? job + ":" : "") + rank + "] " : "";
    }

    /** Reads the text of an environment variable. */
    public static JobTag read(String text) {
        int at = text.indexOf(SEPARATOR);
        return new JobTag(Integer.parseInt(text.substring(0, at)), Boolean.parseBoolean(text.substring(at + 1)));
    }

    /** The text for an environment variable. */
    public String text() {
        return job + String.valueOf(SEPARATOR) + tagged;
    }
}
