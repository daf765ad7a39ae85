/** Small programs that the tests run as ranks. */
package mpj.runtime.launcher.programs;
