/** Microbenchmarks of single parts of the library, run by {@code bench/jmh}. */
package mpj.bench.jmh;
