package mpj.bench.imb;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * The algorithms that the library chose for the collectives that were measured, as it logs them with {@code
 * -Dmpj.coll.log=true}. The library chooses when a collective is first called with a size, and again when the ranks
 * have begun to share memory.
 */
final class ChosenAlgorithms {
    /** The choice that was logged last, by the label of the collective. */
    private final Map<String, String> last = new HashMap<>();
    private final Map<String, String> chosen = new HashMap<>();
    /** Held here, since a logger that nobody holds loses its handler. */
    private final Logger logger;

    private ChosenAlgorithms(Logger logger) {
        this.logger = logger;
    }

    /**
     * Takes what the library logs from now on for this thread. The lines are then printed nowhere.
     *
     * @param logged whether the library logs its choices; if not, no logger is started
     */
    static ChosenAlgorithms fromNowOn(boolean logged) {
        ChosenAlgorithms algorithms = new ChosenAlgorithms(logged ? Logger.getLogger("mpj.collectives") : null);
        if (logged) {
            algorithms.listen();
        }
        return algorithms;
    }

    private void listen() {
        // Other ranks may be threads of this process, and log at the same time.
        Thread own = Thread.currentThread();
        SimpleFormatter formatter = new SimpleFormatter();
        logger.setUseParentHandlers(false);
        logger.setLevel(Level.ALL);
        logger.addHandler(new Handler() {
            @Override
            public void publish(LogRecord line) {
                if (Thread.currentThread() == own) {
                    String text = formatter.formatMessage(line);
                    last.put(text.substring(0, text.indexOf(' ')), text.substring(text.lastIndexOf(": ") + 2));
                }
            }

            @Override
            public void flush() {
                // Nothing is kept back.
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        });
    }

    /** Notes what the library has chosen while a benchmark ran. */
    void ran(String benchmark, int bytes) {
        String now = last.remove(benchmark.toLowerCase(Locale.ROOT));
        if (now != null) {
            chosen.put(benchmark + " " + bytes, now);
        }
    }

    /** The algorithm of a benchmark; empty if it measures no collective, or if the library does not log. */
    String of(String benchmark, int bytes) {
        return chosen.getOrDefault(benchmark + " " + bytes, "");
    }
}
