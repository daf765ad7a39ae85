package mpj.runtime.bootstrap;

/**
 * A job of a launcher that is not this library's, as this process has joined it.
 *
 * @param exchange with the launcher
 * @param size the number of ranks
 * @param localSize the number of ranks on this host
 * @param secret what only the job's ranks know
 */
record JoinedJob(ForeignExchange exchange, int size, int localSize, byte[] secret) {
}
