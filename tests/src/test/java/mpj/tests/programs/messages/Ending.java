package mpj.tests.programs.messages;

/**
 * Ends a rank, from a package that ranks may share. It is a task, so that a thread can have no calls of other packages.
 *
 * @param status the exit status
 */
public record Ending(int status) implements Runnable {
    @Override
    public void run() {
        System.exit(status);
    }
}
