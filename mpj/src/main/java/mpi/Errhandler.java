package mpi;

import mpj.engine.ErrorClass;

/**
 * What becomes of an error: {@link MPI#ERRORS_RETURN}, the default, throws an {@link MPIException};
 * {@link MPI#ERRORS_ARE_FATAL} ends the job. MPI: MPI_Errhandler.
 */
public class Errhandler {
    /** The code of {@link MPI#ERRORS_ARE_FATAL}. */
    public static final int FATAL = 1;
    /** The code of {@link MPI#ERRORS_RETURN}. */
    public static final int RETURN = 0;

    static final Errhandler ERRORS_ARE_FATAL = new Errhandler(FATAL);
    /** Here, not in MPI, because MPI's first communicators need it before MPI's own fields are set. */
    static final Errhandler ERRORS_RETURN = new Errhandler(RETURN);

    private final int code;

    /**
     * A handler that does what a predefined one does.
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
