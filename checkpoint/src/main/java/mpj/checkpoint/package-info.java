/**
 * Checkpoints of programs, in the memory of other ranks or in files, and the replacement of lost ranks. A program
 * registers its data in a {@link mpj.checkpoint.State}, and writes and restores it with a
 * {@link mpj.checkpoint.Checkpoint}. {@link mpj.checkpoint.Recovery} brings the ranks together again after a loss. The
 * package is for programs that use the Java API of Open MPI. The MPI standard has no checkpoints.
 *
 * {@snippet :
 * // a later run goes on where this one ended, with any number of ranks
 * long[] step = new long[1];
 * double[] heat = new double[points];       // this rank's part of a global array of 1,000,000 points
 * State state = new State("heat").common("step", step).block("heat", heat, begin, 1_000_000);
 * Checkpoint checkpoint = new FileCheckpoint(Path.of("checkpoints"));
 * checkpoint.restore(MPI.COMM_WORLD, state);
 * while (step[0] < 10_000) {
 *     advance(heat);
 *     step[0]++;
 *     if (step[0] % 100 == 0) {
 *         checkpoint.write(MPI.COMM_WORLD, state);
 *     }
 * }
 * }
 */
package mpj.checkpoint;
