/**
 * How the threads of a rank share the engine, make progress and wait: the lock, what is handed off to its holder,
 * polling and sleeping. {@link mpj.engine.wait.Progress} is where to begin to read.
 */
package mpj.engine.wait;
