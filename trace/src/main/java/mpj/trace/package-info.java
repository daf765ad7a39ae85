/**
 * Turns the recordings of a job ({@code mpjrun --trace DIR}) into a page, files for other tools, and a diagnosis in
 * words. {@link mpj.trace.TraceReport} is the entry point. All other classes read a {@link mpj.trace.Trace}.
 */
package mpj.trace;
