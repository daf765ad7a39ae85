package mpj.tests.checks;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import mpj.collectives.Collective;

/**
 * The algorithms that the library has logged as chosen, with {@code -Dmpj.coll.log=true}. The lines do not reach
 * standard error, because sixteen ranks log hundreds of them.
 */
final class LoggedAlgorithms {
    private final Set<String> lines = ConcurrentHashMap.newKeySet();
    /** Held here, since a logger that nobody holds loses its handler. */
    private final Logger logger = Logger.getLogger("mpj.collectives");

    private LoggedAlgorithms() {
        SimpleFormatter formatter = new SimpleFormatter();
        logger.setUseParentHandlers(false);
        logger.addHandler(new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(formatter.formatMessage(line));
            }

            @Override
            public void flush() {
            }

            @Override
            public void close() {
            }
        });
    }

    /** Takes what is logged from now on, in this JVM. */
    static LoggedAlgorithms fromNowOn() {
        return new LoggedAlgorithms();
    }

    /** The algorithms that were chosen for a collective. */
    Set<String> of(Collective collective) {
        Set<String> algorithms = new HashSet<>();
        for (String line : lines) {
            if (line.startsWith(collective.label() + " of ")) {
                algorithms.add(line.substring(line.lastIndexOf(": ") + 2));
            }
        }
        return algorithms;
    }
}
