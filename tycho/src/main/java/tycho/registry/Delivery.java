package tycho.registry;

/** How often a message reaches a consumer. */
public enum Delivery {
    /**
     * The producer keeps a message until the consumer acknowledges it. If the consumer is lost before, a consumer of
     * the same name receives the message again.
     */
    AT_LEAST_ONCE,
    /** No message reaches the consumer twice. What a lost consumer had not taken is lost with the consumer. */
    AT_MOST_ONCE
}
