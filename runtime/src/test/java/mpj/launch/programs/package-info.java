/** Programs that run as ranks of jobs which tests have started. */
package mpj.launch.programs;
