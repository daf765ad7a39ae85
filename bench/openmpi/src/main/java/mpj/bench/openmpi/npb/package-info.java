/** BTIO of the NAS Parallel Benchmarks: BT, which writes its solution into a file. */
package mpj.bench.openmpi.npb;
