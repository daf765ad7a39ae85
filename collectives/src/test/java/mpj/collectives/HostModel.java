package mpj.collectives;

import java.util.Locale;

/**
 * What the steps of a collective through shared memory cost on one host whose ranks each have a core. {@link Host}
 * applies it. Times are in microseconds, or in microseconds for each KiB. Bytes lie near, in a cache of the core's own,
 * or far, in a cache that all cores share, or in memory.
 *
 * <p>Constants that are fitted have no other source than the measured table ({@link HostFit}). No single one of them
 * was measured by itself.
 *
 * @param call a collective call, from the API to its first step; fitted
 * @param look a look at a flag whose cache line has not changed, or any other step without elements; fitted
 * @param line the time until a core has a cache line that another core has written; fitted
 * @param port how long the line of a flag serves one core while others wait for the same line; fitted, and so short
 *     that the table does not show whether it takes any time
 * @param copyCall a step that copies, without the bytes; fitted
 * @param reduceCall a step that combines, without the bytes; fitted
 * @param near reading or writing a KiB that lies near; assumed, not fitted: 50 GB/s
 * @param far reading or writing a KiB of the program's buffers that lies far; fitted
 * @param memory reading or writing a KiB of the program's buffers that lies in memory, by one core alone; assumed,
 *     not fitted: 10 GB/s
 * @param memoryRate the KiB that all cores together read and write in memory in a microsecond; fitted
 * @param room writing a KiB to this rank's own room, which others have read; fitted
 * @param remote reading a KiB from another rank's room; fitted
 * @param hotRate the KiB that all ranks together read in a microsecond when they read the same block at the same time;
 *     fitted
 * @param combine combining a KiB; fitted
 * @param privateCache the bytes for which a core's own cache serves; assumed, since the size is not known of the
 *     machine of the table: everything measured there takes at most 128 KiB or at least 1 MiB
 * @param sharedCache the bytes for which the cache that all cores share serves; assumed: everything measured there
 *     takes at most 32 MiB or at least 272 MiB
 * @param ranksPerCache how many ranks, one after the other, share a cache of the last level
 * @param between how many times as long a line takes that comes from a core with another cache of the last level; the
 *     ratio of "far" and "neighbours" in docs/benchmarks.md
 */
record HostModel(double call, double look, double line, double port, double copyCall, double reduceCall, double near,
                 double far, double memory, double memoryRate, double room, double remote, double hotRate,
                 double combine, long privateCache, long sharedCache, int ranksPerCache, double between) {

    /** Fitted to hosts/xeon-16.table: 16 cores of a Xeon, one NUMA node, 16 ranks. */
    static final HostModel XEON_16 = new HostModel(0.515, 0.0114, 0.102, 0.002, 0.0461, 0.125, 0.02, 0.157, 0.1,
        64.5, 0.104, 0.0436, 37.7, 0.0985, 1 << 20, 64 << 20, Integer.MAX_VALUE, 2.75);

    /** The same model of a host on which this many ranks share a cache of the last level. */
    HostModel ranksPerCache(int ranks) {
        return new HostModel(call, look, line, port, copyCall, reduceCall, near, far, memory, memoryRate, room, remote,
            hotRate, combine, privateCache, sharedCache, ranks, between);
    }

    double[] fitted() {
        return new double[] {call, look, line, port, copyCall, reduceCall, far, memoryRate, room, remote, hotRate,
            combine};
    }

    HostModel with(double[] f) {
        return new HostModel(f[0], f[1], f[2], f[3], f[4], f[5], near, f[6], memory, f[7], f[8], f[9], f[10], f[11],
            privateCache, sharedCache, ranksPerCache, between);
    }

    /** The fitted constants in the order of the constructor, to be written into a constant such as {@link #XEON_16}. */
    String source() {
        return String.format(Locale.ROOT,
            "new HostModel(%.3g, %.3g, %.3g, %.3g, %.3g, %.3g, %.3g, %.3g, %.3g, %.3g, %.3g, %.3g, %.3g, %.3g, …)",
            call, look, line, port, copyCall, reduceCall, near, far, memory, memoryRate, room, remote, hotRate,
            combine);
    }
}
