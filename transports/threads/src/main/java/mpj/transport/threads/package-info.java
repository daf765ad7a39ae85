/**
 * Ranks that are threads of one JVM: their channels lie in the JVM's memory, and arrays are read straight from the
 * sender.
 */
package mpj.transport.threads;
