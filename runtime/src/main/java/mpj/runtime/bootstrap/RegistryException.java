package mpj.runtime.bootstrap;

/** Thrown when a {@link Registry} refuses a request, or cannot be asked. */
public final class RegistryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why the request failed. */
    public enum Kind {
        /** The name is published already. */
        PUBLISHED,
        /** Nobody has published the name. */
        UNKNOWN,
        /** Another job has published the name. */
        FOREIGN,
        /** There is no registry, or it does not answer. */
        UNREACHABLE
    }

    private final Kind kind;

    /**
     * Makes an exception.
     *
     * @param kind why the request failed
     * @param message what failed, with the name, and what to do
     */
    public RegistryException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /**
     * Returns why the request failed.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }
}
