package tycho.registry;

/** How often a message reaches a consumer. */
public enum Delivery {
    /**
     * The producer keeps a message until the consumer acknowledges it. If the consumer is lost before that, the
     * next consumer of the same name receives the message, if it registers within the lease of the lost consumer.
     */
    AT_LEAST_ONCE,
    /** No message reaches the consumer twice. Messages that a lost consumer had not taken are lost. */
    AT_MOST_ONCE
}
