/** What all the benchmarks share, as NPB's folder of that name. */
package mpj.npb.common;
