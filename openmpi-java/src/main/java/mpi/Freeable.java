package mpi;

/** What a program may free when it no longer needs it. Its methods must not be called after that. */
public interface Freeable {
    /** Frees it. */
    void free();
}
