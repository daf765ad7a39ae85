package mpj.runtime.view;

import java.io.IOException;
import java.io.PrintStream;

/** {@code mpjrun --top}: a running job in the terminal, until it ends or the user has seen enough. */
public final class Top {
    private static final long PERIOD_MILLIS = 1_000;
    private static final String HOME_AND_CLEAR = "\u001b[H\u001b[2J";

    private Top() {
    }

    /**
     * Shows a job every second. If the output is not a terminal, the pictures follow each other.
     *
     * @return the exit code
     */
    public static int show(JobViewer viewer, PrintStream out, boolean terminal) throws InterruptedException {
        while (true) {
            JobPicture picture;
            try {
                picture = viewer.look();
            } catch (IOException e) {
                out.println("mpjrun: the job has ended");
                return 0;
            }
            out.print((terminal ? HOME_AND_CLEAR : "") + picture.text() + (terminal ? "" : "\n"));
            out.flush();
            if (out.checkError()) {
                return 0;
            }
            Thread.sleep(PERIOD_MILLIS);
        }
    }
}
