package mpj.core.datatype;

/** Items of two elements that predefined operations take as one value. */
public enum Composite {
    /** Real and imaginary part. */
    FLOAT_COMPLEX,
    /** Real and imaginary part. */
    DOUBLE_COMPLEX,
    /** A value and an index, as MPI_MAXLOC and MPI_MINLOC take them; so are the following. */
    INT2,
    SHORT_INT,
    LONG_INT,
    FLOAT_INT,
    DOUBLE_INT
}
