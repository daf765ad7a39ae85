/**
 * The engine over a C MPI library. {@link mpj.engine.library.LibraryEngine} leaves to packets what the library does not
 * have.
 */
package mpj.engine.library;
