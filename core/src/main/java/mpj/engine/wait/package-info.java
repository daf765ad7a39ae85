/**
 * How the threads of a rank share the engine, make progress and wait: the lock, the operations that are handed off to
 * its holder, polling, and sleeping. Begin to read at {@link mpj.engine.wait.Progress}.
 */
package mpj.engine.wait;
