package tycho.registry;

import java.util.List;

/**
 * A pattern of topics. A topic has levels, which {@code /} separates: {@code lab/12/temperature}. In a pattern,
 * {@code *} stands for one level, and {@code **} at the end stands for any number of levels, also for none.
 */
public final class TopicPattern {
    /** The most characters of a topic or pattern. */
    public static final int LONGEST = 255;

    private static final String ONE = "*";
    private static final String REST = "**";

    private final String text;
    /** Without the last level if the last level is {@link #REST}. */
    private final List<String> levels;
    private final boolean open;

    private TopicPattern(String text) {
        this.text = text;
        List<String> all = List.of(text.split("/", -1));
        open = all.getLast().equals(REST);
        levels = open ? all.subList(0, all.size() - 1) : all;
    }

    /**
     * Parses a pattern.
     *
     * @param text the levels of the pattern, separated by {@code /}
     * @return the pattern
     */
    public static TopicPattern parse(String text) {
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException("a topic has " + text.length() + " characters; it may have at most "
                + LONGEST);
        }
        TopicPattern pattern = new TopicPattern(text);
        for (String level : pattern.levels) {
            boolean wild = level.indexOf('*') >= 0 && !level.equals(ONE);
            if (level.isEmpty() || wild || level.chars().anyMatch(c -> c <= ' ' || c == 0x7f)) {
                throw new IllegalArgumentException("the topic '" + text + "' has the level '" + level + "'; a level is"
                    + " a name without white space, or *, and the last level may be **");
            }
        }
        return pattern;
    }

    /**
     * Parses a topic, which is a pattern without wildcards.
     *
     * @param text the levels of the topic, separated by {@code /}
     * @return the topic
     */
    public static TopicPattern topic(String text) {
        TopicPattern topic = parse(text);
        if (topic.open || topic.levels.contains(ONE)) {
            throw new IllegalArgumentException("'" + text + "' is a pattern; a message needs a topic without *");
        }
        return topic;
    }

    /**
     * Whether this pattern matches everything that another pattern matches.
     *
     * @param other a pattern or a topic
     * @return true if so
     */
    public boolean covers(TopicPattern other) {
        int more = other.levels.size() - levels.size();
        if (more < 0 || !open && (other.open || more > 0)) {
            return false;
        }
        for (int i = 0; i < levels.size(); i++) {
            if (!levels.get(i).equals(ONE) && !levels.get(i).equals(other.levels.get(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether there is a topic that this pattern and another pattern match.
     *
     * @param other a pattern or a topic
     * @return true if so
     */
    public boolean overlaps(TopicPattern other) {
        int common = Math.min(levels.size(), other.levels.size());
        if (levels.size() > common && !other.open || other.levels.size() > common && !open) {
            return false;
        }
        for (int i = 0; i < common; i++) {
            String mine = levels.get(i);
            String others = other.levels.get(i);
            if (!mine.equals(ONE) && !others.equals(ONE) && !mine.equals(others)) {
                return false;
            }
        }
        // Two patterns that are only ** have all topics in common, each of which has a level.
        return true;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TopicPattern pattern && pattern.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
