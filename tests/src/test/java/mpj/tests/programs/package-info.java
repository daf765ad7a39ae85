/** Programs that tests run as jobs of their own, since they end their ranks or do without MPI. */
package mpj.tests.programs;
