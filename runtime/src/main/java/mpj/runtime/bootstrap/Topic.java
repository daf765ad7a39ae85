package mpj.runtime.bootstrap;

/** What a rank tells its launcher of itself. */
public enum Topic {
    /** A {@link RankSample}, once a second. */
    SAMPLE,
    /** A {@link RankProfile}, at Finalize. */
    PROFILE;

    /**
     * The topic that a rank names.
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
