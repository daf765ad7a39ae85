package mpj.tools;

/**
 * A tool that sees which calls a rank makes and which messages it sends and receives, without a change to the program:
 * MPI's profiling interface. A tool is a service. Its jar names the class in {@code META-INF/services/mpj.tools.Tool},
 * or provides it in its {@code module-info.java}, and is on the program's class path. A tool is used only if the
 * property {@code mpj.tools} names it.
 *
 * <pre>{@code
 * public final class LongCalls implements Tool {
 *     public String name() {
 *         return "long-calls";
 *     }
 *
 *     public Watcher open(int rank, int size) {
 *         return new Watcher() {
 *             public void after(Call call, Object before) {
 *                 if (call.nanoseconds() > 1_000_000) {
 *                     System.err.println("rank " + rank + ": " + call.name() + " at " + call.site());
 *                 }
 *             }
 *         };
 *     }
 * }
 * }</pre>
 *
 * <p>{@code mpjrun -np 2 -Dmpj.tools=long-calls -cp classes:tool.jar Program}
 */
public interface Tool {
    /**
     * The name of the tool in {@code mpj.tools}.
     *
     * @return a name without a comma
     */
    String name();

    /**
     * Opens the tool for one rank. It is called in MPI.Init, once for each rank of this JVM.
     *
     * @param rank the rank in the job
     * @param size the number of ranks in the job
     * @return the watcher that is told everything that this rank does; null if the tool does not observe this rank
     */
    Watcher open(int rank, int size);
}
