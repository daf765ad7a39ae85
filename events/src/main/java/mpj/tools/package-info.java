/** What tools see of a rank's calls and messages: MPI's profiling interface, in Java. */
package mpj.tools;
