package mpi;

/**
 * What a program's own {@link Op} does, as mpiJava has it: a class to extend. A new program passes a lambda, which is a
 * {@link UserFunction}. MPI: MPI_User_function.
 */
public abstract class User_function implements UserFunction {
    /** For subclasses. */
    public User_function() {
    }

    @Override
    public abstract void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count,
                              Datatype datatype);
}
