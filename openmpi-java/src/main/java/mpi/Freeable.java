package mpi;

/** An object that a program may free when it no longer needs the object. */
public interface Freeable {
    /** Frees the object. No later call may use it. */
    void free();
}
