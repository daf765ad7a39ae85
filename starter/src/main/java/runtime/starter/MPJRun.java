package runtime.starter;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Hands a job over to {@code mpjrun}: its words, its streams, and its end. It has the name of the class that starts
 * jobs in MPJ Express, and runs on any Java from 8 on; {@code mpjrun} finds one that runs the library.
 */
public final class MPJRun {
    private static final String VARIABLE = "MPJ_HOME";
    /** Ahead of words that are to be read as MPJ Express reads them. */
    private static final String MARK = "--mpj-express";
    /** From lib/starter.jar, or a checkout's target/starter/starter.jar. */
    private static final int MOST_LEVELS = 3;
    private static final int NOT_STARTED = 1;

    private Process job;

    private MPJRun() {
    }

    /**
     * Runs a job, and exits with its exit code.
     *
     * @param args as for MPJ Express's starter
     * @throws InterruptedException if this thread is interrupted, which nobody does
     */
    public static void main(String[] args) throws InterruptedException {
        File mpjrun = mpjrun();
        if (mpjrun == null) {
            System.err.println("starter.jar: there is no bin with mpjrun and find-jdk above " + ownFile()
                + ", nor in the folder that " + VARIABLE + " names (" + System.getenv(VARIABLE)
                + "); leave starter.jar where it was unpacked, or set " + VARIABLE + " to that folder");
            System.exit(NOT_STARTED);
        }
        List<String> command = new ArrayList<String>(Arrays.asList(mpjrun.getPath(), MARK));
        command.addAll(Arrays.asList(args));
        try {
            System.exit(new MPJRun().start(command).waitFor());
        } catch (IOException e) {
            System.err.println("starter.jar: " + mpjrun + " cannot be started: " + e.getMessage());
            System.exit(NOT_STARTED);
        }
    }

    /** Who ends this process, as an IDE does, ends the job, and sees all that it says at its end. */
    private synchronized Process start(List<String> command) throws IOException {
        Runtime.getRuntime().addShutdownHook(new Thread() {
            @Override
            public void run() {
                endJob();
            }
        });
        job = new ProcessBuilder(command).inheritIO().start();
        return job;
    }

    private synchronized void endJob() {
        if (job != null) {
            job.destroy();
            try {
                job.waitFor();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** That of this jar's installation or checkout; else where the variable says. Null if there is none. */
    private static File mpjrun() {
        File folder = ownFile();
        for (int i = 0; i < MOST_LEVELS && folder != null; i++) {
            folder = folder.getParentFile();
            if (mpjrun(folder) != null) {
                return mpjrun(folder);
            }
        }
        String named = System.getenv(VARIABLE);
        return named == null ? null : mpjrun(new File(named));
    }

    private static File mpjrun(File home) {
        File bin = new File(home, "bin");
        String end = File.separatorChar == '/' ? "" : ".cmd";
        // An mpjrun alone may be another's, as in /usr/bin.
        return new File(bin, "find-jdk" + end).isFile() ? new File(bin, "mpjrun" + end) : null;
    }

    private static File ownFile() {
        try {
            return new File(MPJRun.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
