/** The code that runs in a rank's JVM before the user's program. */
package mpj.runtime.rank;
