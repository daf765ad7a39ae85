/** What runs in a JVM whose threads are ranks: a class loader for each, and what a process would give each. */
package mpj.runtime.threads;
