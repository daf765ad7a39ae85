package mpj.engine;

/** MPI's error classes, with the numbers that Open MPI gives them. */
public enum ErrorClass {
    SUCCESS(0), ERR_BUFFER(1), ERR_COUNT(2), ERR_TYPE(3), ERR_TAG(4), ERR_COMM(5), ERR_RANK(6), ERR_REQUEST(7),
    ERR_ROOT(8), ERR_GROUP(9), ERR_OP(10), ERR_TOPOLOGY(11), ERR_DIMS(12), ERR_ARG(13), ERR_UNKNOWN(14),
    ERR_TRUNCATE(15), ERR_OTHER(16), ERR_INTERN(17), ERR_IN_STATUS(18), ERR_PENDING(19);

    private final int code;

    ErrorClass(int code) {
        this.code = code;
    }

    /** The class of a number that {@link #code} returned. */
    static ErrorClass of(int code) {
        return values()[code]; // they are declared in this order, without a gap
    }

    /** The number that programs compare. */
    public int code() {
        return code;
    }

    @Override
    public String toString() {
        return "MPI_" + name();
    }
}
