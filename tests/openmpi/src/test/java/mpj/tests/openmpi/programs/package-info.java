/** Programs that jobs of the tests run, beside the checks. */
package mpj.tests.openmpi.programs;
