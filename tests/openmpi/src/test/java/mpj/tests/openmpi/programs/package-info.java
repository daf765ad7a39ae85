/** Programs that jobs of the tests run besides the checks. */
package mpj.tests.openmpi.programs;
