/** Processes of other jobs: ports, the connections over which jobs meet, and how processes are named to other jobs. */
package mpj.core.process;
