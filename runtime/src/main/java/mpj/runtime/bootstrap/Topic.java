package mpj.runtime.bootstrap;

/** The kinds of information that a rank sends its launcher about itself. */
public enum Topic {
    /** A {@link RankSample}, once a second. */
    SAMPLE,
    /** A {@link RankProfile}, at Finalize. */
    PROFILE;

    /**
     * Returns the topic with a name.
     *
     * @param name of a constant
     * @return null if there is none
     */
    public static Topic named(String name) {
        for (Topic topic : values()) {
            if (topic.name().equals(name)) {
                return topic;
            }
        }
        return null;
    }
}
