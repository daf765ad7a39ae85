/** Finds out which ranks of a job are dead, where no launcher reports this. */
package mpj.engine.detector;
