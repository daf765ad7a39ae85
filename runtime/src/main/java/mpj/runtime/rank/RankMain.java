package mpj.runtime.rank;

import java.io.IOException;
import java.util.Arrays;
import mpj.runtime.bootstrap.LeadingArguments;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;

/**
 * The main class of every rank. It connects the rank to the launcher while the program runs, and runs the program's
 * main as {@code java} would. One thing differs: an exception that leaves main ends the rank, whatever its other
 * threads do.
 *
 * <p>This class uses no lambdas, string templates or streams, because without an archive each adds milliseconds to a
 * rank's start.
 */
public final class RankMain {
    private RankMain() {
    }

    /** Runs {@code args[0]}, a class name, with the arguments that follow it. */
    public static void main(String[] args) {
        JobEnvironment job = JobEnvironment.read(System.getenv());
        Thread.currentThread().setName("rank " + job.rank());
        Lifeline lifeline = Lifeline.start(job);
        run(job, ClassLoader.getSystemClassLoader(), args);
        lifeline.mainHasReturned();
    }

    /**
     * Runs the program in the calling thread. Does not return if the program fails.
     *
     * @param loader of the program's classes
     * @param words the class name, then the program's arguments
     */
    public static void run(JobEnvironment job, ClassLoader loader, String[] words) {
        String[] programArguments = LeadingArguments.before(job.rank(), job.size(),
            Arrays.copyOfRange(words, 1, words.length));
        MainMethod main;
        try {
            main = MainMethod.of(words[0], loader);
        } catch (NoMainMethodException e) {
            reportFailure(job, e.getMessage());
            return;
        } catch (LinkageError e) {
            reportFailure(job, e.toString()); // the message alone is often only a name
            return;
        }
        try {
            main.invoke(programArguments);
        } catch (NoMainMethodException e) {
            reportFailure(job, e.getMessage());
        } catch (Throwable e) { // thrown by the program
            endWith(e);
        }
    }

    private static void endWith(Throwable cause) {
        try {
            System.err.print("Exception in thread \"" + Thread.currentThread().getName() + "\" ");
            cause.printStackTrace();
            LoadedTwice.explain(cause);
        } catch (Throwable e) { // thrown by methods of the cause
            System.err.println(cause.getClass().getName() + ", which cannot be printed");
        } finally {
            System.exit(1);
        }
    }

    /** Every rank fails in the same way, so the launcher prints the reason once for all of them. */
    private static void reportFailure(JobEnvironment job, String reason) {
        try (LauncherConnection connection = LauncherConnection.open(job)) {
            connection.send(new Message.Failed(reason));
            connection.receive();
        } catch (IOException e) {
            System.err.println(reason);
        }
        System.exit(1);
    }
}
