package mpj.runtime.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import mpj.bindings.Linux;
import mpj.bindings.ThisHost;
import mpj.runtime.files.FileReason;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.LibraryFiles;
import mpj.settings.Setting;
import mpj.settings.Settings;

/**
 * {@code mpjrun --report}: the facts that a bug report needs. Other people will read them, so they contain no secrets,
 * no names of users and hosts, and only the names of environment variables.
 */
final class Report {
    /** Variables that launchers and resource managers set. */
    private static final Pattern OF_LAUNCHERS = Pattern.compile(
        "(PMIX?|PRTE|OMPI|SLURM|SRUN|HYDRA|MPIEXEC|I_MPI|PALS|FLUX|PBS|LSB|SGE|PE|MPJ)_.+");
    /** Variables that are read by the scripts, by the launcher, or by code that ranks load. */
    private static final Pattern READ_HERE = Pattern.compile("JAVA_HOME|JDK_HOME|CLASSPATH|XDG_CACHE_HOME"
        + "|XDG_CONFIG_HOME|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|_JAVA_OPTIONS|LD_LIBRARY_PATH|LD_PRELOAD"
        + "|(FI|UCX|IBV|MLX5)_.+");

    private final CommandLine line;
    private final LibraryFiles library;
    private final Jdk jdk;
    private final Map<String, String> environment;
    private final HiddenNames names = new HiddenNames(System.getProperty("user.name", ""),
        System.getProperty("user.home", ""), ThisHost.name());

    Report(CommandLine line, LibraryFiles library, Jdk jdk, Map<String, String> environment) {
        this.line = line;
        this.library = library;
        this.jdk = jdk;
        this.environment = environment;
    }

    /** Prints a line for each fact that is known. */
    void print(PrintStream out) throws InterruptedException {
        String commit = Checkout.commit(library).map(at -> ", commit " + at).orElse("");
        item(out, "mpj", LibraryFiles.version() + commit);
        item(out, "jdk", System.getProperty("java.vendor") + ", " + Runtime.version() + ", "
            + System.getProperty("java.vm.name") + (Jdk.has("jdk.compiler") ? "" : ", without a compiler"));
        item(out, "system", System.getProperty("os.name") + " " + System.getProperty("os.version") + ", "
            + System.getProperty("os.arch"));
        item(out, "cores", ThisHost.cores() + ", of which the launcher may use "
            + Runtime.getRuntime().availableProcessors());
        if (Linux.isHere()) {
            SystemFacts.of(Path.of("/")).forEach((of, fact) -> item(out, of, fact));
        } else if (environment.containsKey("PROCESSOR_IDENTIFIER")) {
            item(out, "processor", environment.get("PROCESSOR_IDENTIFIER"));
        }
        variables(out, "variables of a launcher", OF_LAUNCHERS);
        variables(out, "other variables", READ_HERE);
        List<Setting<?>> all = Settings.all();
        SettingsReport settings = new SettingsReport(System.getProperties(), line.all(Option.PROPERTY),
            line.all(Option.JVM_OPTION));
        String shown = names.in(String.join(", ", settings.shown(all)));
        item(out, "settings", shown.isEmpty() ? "all have their defaults" : shown);
        transports(out, settings.definitions(all));
    }

    private void transports(PrintStream out, List<String> definitions) throws InterruptedException {
        try {
            TransportReport.of(jdk, library, definitions).forEach((name, outcome) ->
                item(out, "transport " + name, names.in(outcome)));
        } catch (IOException e) {
            item(out, "transports", "not known: " + names.in(FileReason.withName(e)));
        }
    }

    private void variables(PrintStream out, String of, Pattern wanted) {
        List<String> set = new ArrayList<>(new TreeSet<>(environment.keySet()));
        set.removeIf(name -> !wanted.matcher(name).matches());
        if (!set.isEmpty()) {
            item(out, of, String.join(", ", set));
        }
    }

    private static void item(PrintStream out, String of, String fact) {
        out.println(of + ": " + fact);
    }
}
