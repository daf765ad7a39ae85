/**
 * The Intel MPI Benchmarks, MPI-1 part, in Java: the same options, sizes, figures and columns as {@code IMB-MPI1}.
 *
 * <p>{@link mpj.bench.imb.Imb} is the command. A {@link mpj.bench.imb.Benchmark} is the operation that is measured.
 * {@link mpj.bench.imb.SampleLoop} times it, {@link mpj.bench.imb.Figures} turns the ranks' times into the figures of a
 * line, and {@link mpj.bench.imb.Table} prints the line.
 */
package mpj.bench.imb;
