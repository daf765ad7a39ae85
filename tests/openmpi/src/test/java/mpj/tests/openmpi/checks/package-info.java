/**
 * What the API must do, by chapter of the MPI standard. {@link mpj.tests.openmpi.ChecksTest} finds every class in this
 * package whose name ends in {@code Checks}. It runs the methods that have {@link mpj.tests.Check} over every
 * transport, in jobs of 2 and of 4 ranks, or in the jobs that {@link mpj.tests.Runs} of the class names.
 */
package mpj.tests.openmpi.checks;
