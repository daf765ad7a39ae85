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

    /** Levels are found in the text when they are needed: a mediator holds many patterns. */
    private final String text;

    private TopicPattern(String text) {
        this.text = text;
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
        List<String> levels = List.of(text.split("/", -1));
        for (String level : levels.getLast().equals(REST) ? levels.subList(0, levels.size() - 1) : levels) {
            boolean wild = level.indexOf('*') >= 0 && !level.equals(ONE);
            if (level.isEmpty() || wild || level.chars().anyMatch(c -> c <= ' ' || c == 0x7f)) {
                throw new IllegalArgumentException("the topic '" + text + "' has the level '" + level + "'; a level is"
                    + " a name without white space, or *, and the last level may be **");
            }
        }
        return new TopicPattern(text);
    }

    /**
     * Parses a topic, which is a pattern without wildcards.
     *
     * @param text the levels of the topic, separated by {@code /}
     * @return the topic
     */
    public static TopicPattern topic(String text) {
        TopicPattern topic = parse(text);
        if (text.indexOf('*') >= 0) {
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
        int mine = 0;
        int others = 0;
        while (!rest(mine)) {
            if (ended(mine) || other.ended(others) || other.rest(others)) {
                return ended(mine) && other.ended(others);
            }
            if (!one(mine) && !sameLevel(mine, other, others)) {
                return false;
            }
            mine = next(mine);
            others = other.next(others);
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
        int mine = 0;
        int others = 0;
        while (!rest(mine) && !other.rest(others)) {
            if (ended(mine) || other.ended(others)) {
                return ended(mine) && other.ended(others);
            }
            if (!one(mine) && !other.one(others) && !sameLevel(mine, other, others)) {
                return false;
            }
            mine = next(mine);
            others = other.next(others);
        }
        // Two patterns that are only ** have all topics in common, each of which has a level.
        return true;
    }

    /** Whether there is no level at a place, which is one that {@link #next} answers, or 0. */
    private boolean ended(int level) {
        return level > text.length();
    }

    private boolean one(int level) {
        return text.startsWith(ONE, level) && next(level) == level + ONE.length() + 1;
    }

    private boolean rest(int level) {
        return text.startsWith(REST, level);
    }

    private boolean sameLevel(int level, TopicPattern other, int others) {
        int length = next(level) - level;
        return other.next(others) - others == length && text.regionMatches(level, other.text, others, length - 1);
    }

    private int next(int level) {
        int slash = text.indexOf('/', level);
        return (slash < 0 ? text.length() : slash) + 1;
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
