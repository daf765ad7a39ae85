package tycho.mediator;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The log of a mediator. A disk that is full stops the log, and nothing else. After its end nothing is logged: a thread
 * that is late would make the file anew. Thread-safe.
 */
final class Log implements AutoCloseable {
    /** The most lines in a minute of what others can cause. */
    static final int MOST_OFTEN = 300;

    private final Optional<Path> file;
    private final PrintStream terminal;
    private final LongSupplier nanoTime;
    private boolean failed;
    private boolean closed;
    private long minute = Long.MIN_VALUE;
    private int often;

    Log(Optional<Path> file, PrintStream terminal) {
        this(file, terminal, System::nanoTime);
    }

    Log(Optional<Path> file, PrintStream terminal, LongSupplier nanoTime) {
        this.file = file;
        this.terminal = terminal;
        this.nanoTime = nanoTime;
    }

    @Override
    public synchronized void close() {
        closed = true;
    }

    /** Says what strangers can cause as often as they like, so the lines of each minute are limited. */
    synchronized void sayOften(String message) {
        long now = TimeUnit.NANOSECONDS.toMinutes(nanoTime.getAsLong());
        if (now != minute) {
            minute = now;
            if (often > MOST_OFTEN) {
                say(often - MOST_OFTEN + " more lines about refusals were left out");
            }
            often = 0;
        }
        often++;
        if (often <= MOST_OFTEN) {
            say(message);
        }
    }

    synchronized void say(String message) {
        if (closed) {
            return;
        }
        String line = Instant.now().truncatedTo(ChronoUnit.MILLIS) + " " + message + System.lineSeparator();
        if (file.isPresent()) {
            try {
                Files.writeString(file.get(), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                failed = false;
                return;
            } catch (IOException e) {
                if (!failed) {
                    terminal.println("mediator: cannot write the log " + file.get() + ": " + e.getMessage()
                        + "; the mediator goes on, and its log comes here until the file can be written again");
                }
                failed = true;
            }
        }
        terminal.print(line);
        terminal.flush();
    }
}
