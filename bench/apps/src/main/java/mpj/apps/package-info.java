/** The common parts of the applications: their command line, and the time that they spend in calls of MPI. */
package mpj.apps;
