/**
 * Starts the ranks of an MPI program from another program, such as a test, a tool or an application. The starting
 * program is not a rank itself. {@link mpj.launch.Job} is the place to begin.
 */
package mpj.launch;
