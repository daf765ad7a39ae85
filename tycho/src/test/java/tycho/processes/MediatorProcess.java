package tycho.processes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import tycho.mediator.MediatorCommand;
import tycho.mediator.Site;

/** A mediator in a process of its own, which can be killed and started again. */
final class MediatorProcess implements AutoCloseable {
    private final List<String> prefix;
    private final Path configuration;
    private final Path log;
    private Child child;

    /**
     * Describes a mediator. The process is not started yet.
     *
     * @param prefix   the words before the command, which say on which host it runs
     * @param settings the settings, without that of the log
     */
    MediatorProcess(Path folder, String name, List<String> prefix, Map<String, String> settings) throws IOException {
        this.prefix = prefix;
        configuration = folder.resolve(name + ".conf");
        log = folder.resolve(name + ".log");
        Properties properties = new Properties();
        properties.putAll(settings);
        properties.setProperty("log", log.toAbsolutePath().toString());
        try (var out = Files.newBufferedWriter(configuration)) {
            properties.store(out, null);
        }
    }

    /** Runs a mediator, as the command does. */
    public static void main(String[] arguments) {
        Child.endWithInput();
        MediatorCommand.main(arguments);
    }

    /** Starts the mediator. Its log begins anew. */
    void start() throws IOException {
        Files.deleteIfExists(log);
        child = Child.start(prefix, MediatorProcess.class, List.of(configuration.toAbsolutePath().toString()));
    }

    void kill() throws InterruptedException {
        child.kill();
    }

    String log() {
        try {
            return Files.exists(log) ? Files.readString(log) : "";
        } catch (IOException e) {
            return "the log cannot be read: " + e;
        }
    }

    /** Waits until the log has a text, after as many characters of it as a test knows already. */
    boolean logs(String text, int after) throws InterruptedException {
        return Site.eventually(() -> log().indexOf(text, after) >= 0);
    }

    @Override
    public void close() {
        if (child != null) {
            child.close();
        }
    }
}
