package mpi;

/** What a program may free when it no longer needs it. */
public interface Freeable {
    /** Frees it. No later call may use it. */
    void free();
}
