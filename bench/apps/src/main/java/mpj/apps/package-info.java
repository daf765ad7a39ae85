/** What the applications have in common: their command line, and the time that they spend in calls of MPI. */
package mpj.apps;
