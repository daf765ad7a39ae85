/**
 * The NAS Parallel Benchmarks on mpiJava's API, after the reports NAS-91-002 and NAS-95-020 and NPB 3.4's rules. Each
 * is in a package of its own.
 */
package mpj.npb;
