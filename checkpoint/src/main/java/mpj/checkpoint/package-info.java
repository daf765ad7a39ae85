/**
 * Checkpoints of programs, in the memory of other ranks or in files, and the replacement of lost ranks. A program
 * registers its data in a {@link mpj.checkpoint.State}, and writes and restores it with a
 * {@link mpj.checkpoint.Checkpoint}. The package uses the Java API of Open MPI.
 */
package mpj.checkpoint;
