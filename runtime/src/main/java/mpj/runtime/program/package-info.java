/** The program that ranks run: its class path, the API for which it is written, and how its source becomes classes. */
package mpj.runtime.program;
