package mpj.runtime.rank;

import java.io.IOException;
import java.util.Arrays;
import mpj.runtime.bootstrap.LeadingArguments;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;

/**
 * The main class of every rank: is tied to the launcher beside the program, and runs the program's main as
 * {@code java} would, except that an exception that leaves it ends the rank whatever other threads do.
 *
 * <p>No lambdas, string templates or streams here: each costs a rank's start milliseconds where there is no archive.
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
     * Runs the program in the calling thread. Does not return if it fails.
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
            reportFailure(job, e.toString()); // its message is often no more than a name
            return;
        }
        try {
            main.invoke(programArguments);
        } catch (NoMainMethodException e) {
            reportFailure(job, e.getMessage());
        } catch (Throwable e) { // the program's own
            endWith(e);
        }
    }

    private static void endWith(Throwable cause) {
        System.err.print("Exception in thread \"" + Thread.currentThread().getName() + "\" ");
        cause.printStackTrace();
        LoadedTwice.explain(cause);
        System.exit(1);
    }

    /** Every rank fails alike, so the launcher, not the rank, prints the reason: once. */
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
