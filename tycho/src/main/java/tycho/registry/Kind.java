package tycho.registry;

/** What a client does with messages. */
public enum Kind {
    /** The client sends messages. */
    PRODUCER,
    /** The client receives messages. */
    CONSUMER,
    /** The client does both. */
    BOTH;

    /**
     * Whether a client of this kind does all that another kind does.
     *
     * @param other the other kind
     * @return true if the kinds are equal, or this kind is {@link #BOTH}
     */
    public boolean includes(Kind other) {
        return this == other || this == BOTH;
    }
}
