/** The calls of the benchmarks, through the Java API of Open MPI. */
package mpj.bench.openmpi;
