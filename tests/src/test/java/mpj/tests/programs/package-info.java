/** Programs that tests run as separate jobs, because the programs end their ranks or do without MPI. */
package mpj.tests.programs;
