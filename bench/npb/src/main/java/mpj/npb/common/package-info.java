/** The parts that all benchmarks share, like NPB's folder of the same name. */
package mpj.npb.common;
