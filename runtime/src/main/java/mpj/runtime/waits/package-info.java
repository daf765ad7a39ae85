/** What the threads of a rank wait for. The rank's engine provides it to the launcher. */
package mpj.runtime.waits;
