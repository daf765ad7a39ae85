package tycho.mediator;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The log of a mediator. A disk that is full stops the log, and nothing else. After its end nothing is logged: a thread
 * that is late would make the file anew. Thread-safe.
 */
final class Log implements AutoCloseable {
    private final Optional<Path> file;
    private final PrintStream terminal;
    private boolean failed;
    private boolean closed;

    Log(Optional<Path> file, PrintStream terminal) {
        this.file = file;
        this.terminal = terminal;
    }

    @Override
    public synchronized void close() {
        closed = true;
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
