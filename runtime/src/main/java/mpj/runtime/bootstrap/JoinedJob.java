package mpj.runtime.bootstrap;

/**
 * A job of another launcher, which this process has joined.
 *
 * @param exchange with the launcher
 * @param spawning of further programs by the launcher; null if it starts none
 * @param size the number of ranks
 * @param localSize the number of ranks on this host
 * @param secret known only to the ranks of the job
 */
record JoinedJob(ForeignExchange exchange, ForeignSpawning spawning, int size, int localSize, byte[] secret) {
}
