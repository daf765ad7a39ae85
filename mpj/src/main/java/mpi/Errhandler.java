package mpi;

import mpj.engine.ErrorClass;

/**
 * The handling of errors: {@link MPI#ERRORS_RETURN}, the default, throws an {@link MPIException};
 * {@link MPI#ERRORS_ARE_FATAL} ends the job. MPI: MPI_Errhandler.
 */
public class Errhandler {
    /** The code of {@link MPI#ERRORS_ARE_FATAL}. */
    public static final int FATAL = 1;
    /** The code of {@link MPI#ERRORS_RETURN}. */
    public static final int RETURN = 0;

    static final Errhandler ERRORS_ARE_FATAL = new Errhandler(FATAL);
    /**
     * This field is here, and not in MPI, because the first communicators of class MPI need it before the fields of MPI
     * are set.
     */
    static final Errhandler ERRORS_RETURN = new Errhandler(RETURN);

    private final int code;

    /**
     * Makes a handler that does the same as a predefined one.
     *
     * @param code {@link #FATAL} or {@link #RETURN}
     */
    public Errhandler(int code) {
        if (code != FATAL && code != RETURN) {
            throw new MPIException(ErrorClass.ERR_ARG, "code is " + code
                + "; it must be Errhandler.FATAL or Errhandler.RETURN");
        }
        this.code = code;
    }

    final boolean fatal() {
        return code == FATAL;
    }
}
