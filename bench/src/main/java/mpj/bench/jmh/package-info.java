/** Microbenchmarks of the parts, run by {@code bench/jmh}. */
package mpj.bench.jmh;
