/**
 * What the API must do, by chapter of the MPI standard. {@link mpj.tests.openmpi.ChecksTest} finds every class here
 * whose name ends in {@code Checks}, and runs its methods with {@link mpj.tests.Check} over every transport: in jobs of
 * 2 and of 4 ranks, or as the class itself says by {@link mpj.tests.Runs}.
 */
package mpj.tests.openmpi.checks;
