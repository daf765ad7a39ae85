/**
 * The code that runs in a JVM whose threads are ranks. It gives each rank a class loader, and what a process would give
 * it.
 */
package mpj.runtime.threads;
