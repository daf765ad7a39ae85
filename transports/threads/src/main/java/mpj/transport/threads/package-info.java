/** Ranks as threads of one JVM: channels in its memory, and arrays read straight out of the sender's. */
package mpj.transport.threads;
