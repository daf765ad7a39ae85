/** Tests of the Java API of Open MPI that need ranks: jobs of mpjrun, as in {@code mpj.tests}. */
package mpj.tests.openmpi;
