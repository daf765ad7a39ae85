package runtime.starter;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Passes a job to {@code mpjrun}: its arguments, its streams, and its end. The class has the name of the class that
 * starts jobs in MPJ Express. It runs on Java 8 and later, and {@code mpjrun} finds a Java that can run the library.
 */
public final class MPJRun {
    private static final String VARIABLE = "MPJ_HOME";
    /** Stands before arguments that mpjrun is to read as MPJ Express reads them. */
    private static final String MARK = "--mpj-express";
    /**
     * The largest number of levels from the jar up to the folder with bin: from lib/starter.jar, or from
     * target/starter/starter.jar of a checkout.
     */
    private static final int MOST_LEVELS = 3;
    private static final int NOT_STARTED = 1;

    private Process job;

    private MPJRun() {
    }

    /**
     * Runs a job, and exits with its exit code.
     *
     * @param args the arguments, in the form of MPJ Express's starter
     * @throws InterruptedException if this thread is interrupted, which does not happen
     */
    public static void main(String[] args) throws InterruptedException {
        File mpjrun = mpjrun();
        if (mpjrun == null) {
            String named = System.getenv(VARIABLE);
            System.err.println("starter.jar: cannot find mpjrun: neither a folder above " + ownFile() + " nor "
                + VARIABLE + " (" + (named == null ? "not set" : named) + ") has a folder bin with mpjrun and find-jdk;"
                + " leave starter.jar where it was unpacked, or set " + VARIABLE + " to the folder of the library");
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

    /**
     * Starts the job. If somebody ends this process, as an IDE does, the job is also ended, and this process waits
     * until the job has printed its last lines.
     */
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

    /**
     * The mpjrun of this jar's installation or checkout, or else the one in the folder that the variable names. Null if
     * there is none.
     */
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
        // A file mpjrun alone may belong to another program, such as in /usr/bin.
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
