/** What ranks run: a program and its class path, the API that it is written for, and how a source becomes classes. */
package mpj.runtime.program;
