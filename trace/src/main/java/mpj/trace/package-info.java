/**
 * Turns the recordings of a job ({@code mpjrun --trace DIR}) into a page, files for other tools, and a diagnosis in
 * words. {@link mpj.trace.TraceReport} begins; {@link mpj.trace.Trace} is what all the others read.
 */
package mpj.trace;
