/** The interface by which tools observe a rank's calls and messages: MPI's profiling interface, in Java. */
package mpj.tools;
