/** What the threads of a rank wait for, as its engine tells. */
package mpj.runtime.waits;
