/**
 * The engine over a C MPI library. {@link mpj.engine.library.LibraryEngine} sends everything in packets for which the
 * library has no call.
 */
package mpj.engine.library;
