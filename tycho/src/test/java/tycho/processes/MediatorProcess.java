package tycho.processes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tycho.mediator.MediatorCommand;
import tycho.mediator.Site;

/** A mediator in a process of its own, which can be killed and started again. */
final class MediatorProcess implements AutoCloseable {
    private static final Pattern VIEW = Pattern.compile("the mediators of the site are \\[(.*)], and this one is (.*)");

    private final List<String> prefix;
    private final String name;
    private final Path configuration;
    private final Path log;
    private Child child;
    private volatile boolean killed;

    /**
     * Describes a mediator. The process is not started yet.
     *
     * @param prefix   the words before the command, which say on which host it runs
     * @param settings the settings, without that of the log
     */
    MediatorProcess(Path folder, String name, List<String> prefix, Map<String, String> settings) throws IOException {
        this.prefix = prefix;
        this.name = name;
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
        killed = false;
        child = Child.start(prefix, MediatorProcess.class, List.of(configuration.toAbsolutePath().toString()));
    }

    void kill() throws InterruptedException {
        killed = true;
        child.kill();
    }

    /** Fails if the process has ended, and nobody has killed it. */
    void check() {
        if (!killed && !child.process().isAlive()) {
            throw new IllegalStateException("the mediator " + name + " has ended by itself, with " + child.end() + "\n"
                + log());
        }
    }

    /** Whether this mediator is the first of its site, which has the bridge, in a view of so many mediators. */
    boolean isFirstOf(int mediators) {
        Matcher view = lastView();
        return view != null && view.group(1).split(", ").length == mediators
            && view.group(1).split(", ")[0].equals(view.group(2));
    }

    /** Whether this mediator has a view of so many mediators. */
    boolean sees(int mediators) {
        Matcher view = lastView();
        return view != null && view.group(1).split(", ").length == mediators;
    }

    private Matcher lastView() {
        check();
        Matcher last = null;
        for (Matcher each = VIEW.matcher(log()); each.find();) {
            last = VIEW.matcher(each.group());
        }
        return last != null && last.find() ? last : null;
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
        return Site.eventually(() -> {
            boolean has = log().indexOf(text, after) >= 0;
            if (!has) {
                check();
            }
            return has;
        });
    }

    @Override
    public void close() {
        if (child != null) {
            child.close();
        }
    }
}
