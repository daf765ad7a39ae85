/**
 * The NAS Parallel Benchmarks on mpiJava's API, written from the reports NAS-91-002 and NAS-95-020 and the rules of NPB
 * 3.4. Each benchmark has its own package.
 */
package mpj.npb;
