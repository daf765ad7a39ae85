/**
 * The names that processes publish for others (MPI_Publish_name): in the table that a launcher keeps for its own jobs,
 * or, for jobs that are started separately, in the table of mpjnamed, whose code is also in this package. Package
 * {@link mpj.runtime.keys} makes the connections to mpjnamed. Both sides prove that they have the same key, which is
 * the user's own.
 */
package mpj.runtime.names;
