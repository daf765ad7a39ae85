package mpj.runtime.launcher;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import mpj.runtime.bootstrap.Api;
import mpj.runtime.bootstrap.LeadingArguments;
import mpj.runtime.bootstrap.RuntimeProperties;
import mpj.runtime.host.UsageException;
import mpj.runtime.program.ClassPath;
import mpj.settings.SettingException;
import mpj.settings.Settings;

/**
 * What the user asked for, checked.
 *
 * @param size number of ranks
 * @param api that the program is written for, if the user has named one; else null
 * @param program class, .jar or .java file, as given
 * @param arguments the program's own
 * @param classPath the user's
 * @param properties of -D, -dev and --mpj-args, as name or name=value
 * @param jvmOptions of -J
 * @param environment of -x
 * @param workingFolder of the ranks
 * @param workingFolderGiven whether the user named it, so that every host must have it
 * @param timeoutMillis 0 for no limit
 * @param tagOutput whether lines begin with their rank
 * @param coresOfRank how many cores each rank gets of its own; 0 if ranks are not bound
 * @param output the folder for what ranks print; null for the terminal
 * @param reportBindings whether to say where each rank runs
 * @param hosts where the ranks run
 * @param verbose whether to show how ranks are started
 * @param profile whether to say at the end where the time went
 * @param cache the AOT cache that the run makes or uses; null when there is none
 */
record JobSpecification(int size, Api api, String program, List<String> arguments, ClassPath classPath,
                        List<String> properties, List<String> jvmOptions, Map<String, String> environment,
                        Path workingFolder, boolean workingFolderGiven, long timeoutMillis, boolean tagOutput,
                        int coresOfRank, Path output, boolean reportBindings, HostOptions hosts, boolean verbose,
                        boolean profile, CacheOption cache) {

    /** One for each program of the job: they differ in what a program can have of its own. */
    static List<JobSpecification> ofPrograms(CommandLine line, Map<String, String> ownEnvironment) {
        List<CommandLine> programs = line.programs();
        return programs.stream().map(each -> of(each, ownEnvironment, programs.size() > 1)).toList();
    }

    static JobSpecification of(CommandLine line, Map<String, String> ownEnvironment) {
        return of(line, ownEnvironment, false);
    }

    /** Added to what is said of a program that could not start; empty when there is nothing to say. */
    String advice() {
        String source = program + ".java";
        return classPath.excuse() + (Files.isRegularFile(workingFolder.resolve(source))
            ? "; there is " + source + ": mpjrun " + source + " compiles and runs it" : "");
    }

    private static JobSpecification of(CommandLine line, Map<String, String> ownEnvironment, boolean oneOfSeveral) {
        if (line.program().isEmpty()) {
            throw new UsageException("no program is named. Usage: mpjrun [options] CLASS | FILE.jar | FILE.java "
                + "[arguments]; mpjrun --help explains.");
        }
        Path workingFolder = workingFolder(line.last(Option.WORKING_FOLDER));
        List<String> properties = new ArrayList<>(line.all(Option.PROPERTY));
        checkKnown(properties);
        if (line.has(Option.TRACE)) {
            properties.add(RuntimeProperties.TRACE.definition(line.last(Option.TRACE)));
        }
        HostOptions hosts = HostOptions.of(line, ownEnvironment);
        properties.addAll(Debugging.properties(line));
        properties.addAll(0, deviceProperties(line.last(Option.DEVICE), line.has(Option.MPJ_ARGUMENTS), hosts.hosts()));
        return new JobSpecification(
            ranks(line.last(Option.RANKS), oneOfSeveral ? List.of() : hosts.hosts()),
            api(line.last(Option.API)),
            line.program().getFirst(),
            line.program().subList(1, line.program().size()),
            ClassPath.of(line.last(line.has(Option.MODULE) ? Option.MODULE_PATH : Option.CLASS_PATH),
                ownEnvironment.get("CLASSPATH"), workingFolder),
            properties,
            line.all(Option.JVM_OPTION),
            environment(line.all(Option.ENVIRONMENT), ownEnvironment),
            workingFolder,
            line.has(Option.WORKING_FOLDER),
            Seconds.millis(line, Option.TIMEOUT),
            line.has(Option.TAG_OUTPUT) || line.has(Option.OUTPUT),
            coresOfRank(line.last(Option.BIND_TO), hosts.mapping()),
            line.has(Option.OUTPUT) ? Path.of(line.last(Option.OUTPUT)).toAbsolutePath().normalize() : null,
            line.has(Option.REPORT_BINDINGS),
            hosts,
            line.has(Option.VERBOSE),
            line.has(Option.PROFILE),
            CacheOption.of(line, oneOfSeveral));
    }

    /** After how many milliseconds of standstill to report a deadlock; 0 for never. */
    long deadlockMillis() {
        String given = property(RuntimeProperties.DEADLOCK_REPORT.name());
        return TimeUnit.SECONDS.toMillis(given == null ? RuntimeProperties.DEADLOCK_REPORT.value()
            : RuntimeProperties.DEADLOCK_REPORT.parse(given));
    }

    /** Whether ranks that wait for each other end the job. */
    boolean checks() {
        String given = property(RuntimeProperties.CHECK.name());
        return given != null && RuntimeProperties.CHECK.parse(given);
    }

    /** What -D gives to a property last, or null. */
    private String property(String name) {
        String value = null;
        for (String definition : properties) {
            String[] parts = definition.split("=", 2);
            value = parts[0].equals(name) ? parts.length == 1 ? "" : parts[1] : value;
        }
        return value;
    }

    /** Said here, before a rank is started; a rank says it too, for other launchers. */
    private static void checkKnown(List<String> definitions) {
        Properties properties = new Properties();
        for (String definition : definitions) {
            String[] parts = definition.split("=", 2);
            properties.setProperty(parts[0], parts.length == 1 ? "" : parts[1]);
        }
        try {
            Settings.check(properties, RuntimeProperties.all());
        } catch (SettingException e) {
            throw new UsageException(e.getMessage());
        }
    }

    /** The API that the user has named; null when none was. */
    static Api api(String given) {
        Api api = given == null ? null : Api.named(given);
        if (given != null && api == null) {
            throw new UsageException("--api " + given + ": there is no such API; it can be " + Api.words());
        }
        return api;
    }

    private static int ranks(String given, List<Host> hosts) {
        try {
            int ranks = given == null ? Math.max(1, Placement.slots(hosts)) : Integer.parseInt(given);
            if (ranks >= 1) {
                return ranks;
            }
        } catch (NumberFormatException e) {
            throw new UsageException("-np " + given + ": the number of ranks must be a whole number of at least 1");
        }
        throw new UsageException("-np " + given + ": the number of ranks must be at least 1");
    }

    private static Path workingFolder(String given) {
        Path folder = Path.of(given == null ? "" : given).toAbsolutePath().normalize();
        if (!Files.isDirectory(folder)) {
            throw new UsageException(given == null ? "the working folder " + folder + " is not there any more; go to"
                + " another, or name one by --wdir DIR" : "--wdir " + given + ": there is no such folder");
        }
        return folder;
    }

    /**
     * With MPJ Express, multicore means ranks as threads, which is done on one host unless the user names a transport.
     * The other devices choose none: they ask for ranks that reach each other, and auto sees to that.
     */
    private static List<String> deviceProperties(String device, boolean mpjArguments, List<Host> hosts) {
        if (device == null) {
            return mpjArguments ? List.of(RuntimeProperties.ARGUMENTS.definition(LeadingArguments.DEFAULT_DEVICE))
                : List.of();
        }
        String arguments = RuntimeProperties.ARGUMENTS.definition(device);
        return switch (device) {
            case "multicore" -> hosts.size() > 1 ? List.of(arguments)
                : List.of(RuntimeProperties.TRANSPORT.definition("threads"), arguments);
            case "niodev", "hybdev" -> List.of(arguments);
            default -> throw new UsageException("-dev " + device
                + ": no such device. Known devices: niodev, multicore, hybdev. -Dmpj.transport= chooses transports.");
        };
    }

    private static Map<String, String> environment(List<String> given, Map<String, String> own) {
        Map<String, String> environment = new LinkedHashMap<>();
        for (String definition : given) {
            int equals = definition.indexOf('=');
            String name = equals < 0 ? definition : definition.substring(0, equals);
            String value = equals < 0 ? own.get(name) : definition.substring(equals + 1);
            if (name.isEmpty() || value == null) {
                throw new UsageException("-x " + definition + ": "
                    + (name.isEmpty() ? "the name is empty" : "the variable is not set; give its value with -x "
                    + name + "=VALUE"));
            }
            environment.put(name, value);
        }
        return environment;
    }

    private static int coresOfRank(String given, Mapping mapping) {
        int mapped = Math.max(1, mapping.cores());
        if (given == null) {
            return mapping.bindsToCores() ? mapped : 0;
        }
        return switch (given) {
            case "none" -> 0;
            case "core" -> mapped;
            default -> throw new UsageException("--bind-to " + given + ": expected core or none");
        };
    }
}
