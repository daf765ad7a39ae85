package mpj.checkpoint;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a file with one rank's part of a version.
 *
 * @param state the name of the state
 * @param part which part of which version
 * @param isWhole whether the file is finished; a file that a rank is writing has another name
 */
record FileName(String state, Candidate part, boolean isWhole) {
    private static final String END = ".checkpoint";
    private static final String UNFINISHED = ".part";
    private static final Pattern NAME = Pattern.compile("([A-Za-z0-9_-]+)\\.(\\d{1,18})\\.(\\d{1,9})-of-(\\d{1,9})"
        + Pattern.quote(END) + "(" + Pattern.quote(UNFINISHED) + ")?");

    /** The name of a finished file. */
    static FileName of(Table table) {
        return new FileName(table.state(), new Candidate(table.version(), table.rank(), table.ranks()), true);
    }

    /** @return null when this is not the name of such a file */
    static FileName parse(String text) {
        Matcher name = NAME.matcher(text);
        if (!name.matches()) {
            return null;
        }
        Candidate part = new Candidate(Long.parseLong(name.group(2)), Integer.parseInt(name.group(3)),
            Integer.parseInt(name.group(4)));
        return part.version() < 1 || part.rank() >= part.ranks() ? null
            : new FileName(name.group(1), part, name.group(5) == null);
    }

    /** The name of the same file while it is being written. */
    FileName unfinished() {
        return new FileName(state, part, false);
    }

    @Override
    public String toString() {
        return state + "." + part.version() + "." + part.rank() + "-of-" + part.ranks() + END
            + (isWhole ? "" : UNFINISHED);
    }
}
