/** What the benchmarks call, by the Java API of Open MPI. */
package mpj.bench.openmpi;
