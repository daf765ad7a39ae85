package mpi;

/**
 * The function of an {@link Op} that the program defines, as a class to extend, which is mpiJava's form. A new program
 * can pass a lambda, which is a {@link UserFunction}. MPI: MPI_User_function.
 */
public abstract class User_function implements UserFunction {
    /** For subclasses. */
    public User_function() {
    }

    @Override
    public abstract void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count,
                              Datatype datatype);
}
