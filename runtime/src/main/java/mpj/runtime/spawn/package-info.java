/**
 * How programs that a rank spawns are found, and how they are started where the launcher is not mpjrun: their JVMs get
 * the options and the class path of the rank's JVM.
 */
package mpj.runtime.spawn;
