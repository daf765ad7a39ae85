    private static final long serialVersionUID = 1L;

    private final ErrorClass error;

    /**
     * Makes an error of class MPI_ERR_OTHER.
     *
     * @param message a description of the failure
     */
    public MPIException(String message) {
        super(message);
        this.error = ErrorClass.ERR_OTHER;
    }

    /**
     * Makes an error of class MPI_ERR_OTHER.
     *
     * @param cause the cause of the failure
     */
    public MPIException(Throwable cause) {
        super(cause);
        this.error = ErrorClass.ERR_OTHER;
    }

    MPIException(ErrorClass error, String message) {
        super(error + ": " + message);
        this.error = error;
    }

    MPIException(ErrorClass error, String message, Throwable cause) {
        super(error + ": " + message, cause);
        this.error = error;
    }

    /** Converts an exception from below the API into an error of MPI. Other exceptions are returned unchanged. */
    static RuntimeException of(RuntimeException e) {
        if (!(EngineException.of(e) instanceof EngineException error)) {
            return e;
        }
        if (error.getCause() instanceof MPIException programs && error.getMessage().equals(programs.text())) {
            return programs; // see inside()
        }
        MPIException exception = new MPIException(error.error(), error.getMessage(), error.getCause());
        for (Throwable suppressed : error.getSuppressed()) {
            exception.addSuppressed(suppressed instanceof RuntimeException other ? of(other) : suppressed);
        }
        return exception;
    }

    /** Wraps an exception of the program's own function, so that it can pass through the library. */
    EngineException inside() {
        return new EngineException(error, text(), this);
    }

    private String text() {
        String start = error + ": ";
        String text = getMessage() == null ? toString() : getMessage();
        return text.startsWith(start) ? text.substring(start.length()) : text;
    }

    /** The result of a call whose errors no communicator handles. */
    static <T> T result(Supplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeException e) {
            throw of(e);
        }
    }

    /** The same as {@link #result}, for a call without a result. */
    static void run(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            throw of(e);
        }
    }
