/**
 * The names that processes publish for others (MPI_Publish_name): in the table that a launcher keeps for its own jobs,
 * or in that of mpjnamed, which is also here, for jobs that are started apart. Connections to mpjnamed are those of
 * {@link mpj.runtime.keys}. Both sides prove the same key, which is the user's own.
 */
package mpj.runtime.names;
