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
 * The user's request for a job, after its check.
 *
 * @param size number of ranks
 * @param api the API that the user has named for the program; null if there is none
 * @param program class, .jar or .java file, as given
 * @param arguments the program's own
 * @param classPath the user's
 * @param properties of -D, -dev and --mpj-args, as name or name=value
 * @param jvmOptions of -J
 * @param environment of -x
 * @param workingFolder of the ranks
 * @param workingFolderGiven whether the user named that folder; every host must have it then
 * @param timeoutMillis 0 for no limit
 * @param tagOutput whether lines begin with their rank
 * @param coresOfRank the number of cores that each rank has for itself; 0 if ranks are not bound
 * @param output the folder for the ranks' output; null for the terminal
 * @param reportBindings whether to print where each rank runs
 * @param hosts where the ranks run
 * @param verbose whether to show how ranks are started
 * @param profile whether to print at the end where the time was spent
 * @param respawn how many ranks may be replaced when they are lost
 * @param cache the AOT cache that the run makes or uses; null when there is none
 */
record JobSpecification(int size, Api api, String program, List<String> arguments, ClassPath classPath,
                        List<String> properties, List<String> jvmOptions, Map<String, String> environment,
                        Path workingFolder, boolean workingFolderGiven, long timeoutMillis, boolean tagOutput,
                        int coresOfRank, Path output, boolean reportBindings, HostOptions hosts, boolean verbose,
                        boolean profile, int respawn, CacheOption cache) {
    /** Properties of a job that the jobs which it spawns do not have. */
    private static final List<String> ONCE = List.of(RuntimeProperties.TRACE.name(), RuntimeProperties.DEBUG.name());

    private static final String COUNTERS = "mpj.counters=true";

    /** Makes one for each program of the job. They differ in what a program may set for itself. */
    static List<JobSpecification> ofPrograms(CommandLine line, Map<String, String> ownEnvironment) {
        List<CommandLine> programs = line.programs();
        List<JobSpecification> jobs = programs.stream().map(each -> of(each, ownEnvironment, programs.size() > 1))
            .toList();
        long ranks = jobs.stream().mapToLong(JobSpecification::size).sum();
        if (ranks > Placement.MOST_RANKS) {
            throw new UsageException("the programs have " + ranks + " ranks together; a job has at most "
                + Placement.MOST_RANKS + ", so give smaller numbers with -np");
        }
        return jobs;
    }

    static JobSpecification of(CommandLine line, Map<String, String> ownEnvironment) {
        return of(line, ownEnvironment, false);
    }

    /** Text behind the message that a program could not start; empty when there is nothing to add. */
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
        if (line.has(Option.ANNOUNCE)) {
            properties.addFirst(COUNTERS); // the user's own value comes later, and counts
        }
        if (line.has(Option.RANKS_PER_JVM)) {
            properties.add(RuntimeProperties.RANKS_PER_JVM.definition(line.last(Option.RANKS_PER_JVM)));
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
            respawn(line.last(Option.RESPAWN)),
            CacheOption.of(line, oneOfSeveral));
    }

    /**
     * The request for a program that ranks of this job spawn. It has the API, options, properties and environment of
     * this job, but no trace, no debugger, no AOT cache and no cores of its own, because each of these is there once.
     *
     * @param ofProgram the API of this job
     * @param job the number of the new job
     */
    JobSpecification spawned(Api ofProgram, int job, int ranks, String command, List<String> words,
                             ClassPath withFolders, Path folder) {
        List<String> inherited = properties.stream().filter(property -> ONCE.stream().noneMatch(
            name -> property.equals(name) || property.startsWith(name + "="))).toList();
        return new JobSpecification(ranks, ofProgram, command, words, withFolders, inherited, jvmOptions, environment,
            folder, !folder.equals(workingFolder) || workingFolderGiven, timeoutMillis, tagOutput, 0,
            output == null ? null : output.resolve("job-" + job), reportBindings, hosts.unbound(), verbose, profile,
            0, null);
    }

    /**
     * The request for ranks that replace lost ones. They run the program of this job, with its arguments.
     *
     * @param job the number of the new job
     */
    JobSpecification replacing(Api ofProgram, int job, int ranks) {
        return spawned(ofProgram, job, ranks, program, arguments, classPath, workingFolder);
    }

    /** The names of the transports that the ranks may use; {@code auto} if the library chooses. */
    List<String> transports() {
        String given = property(RuntimeProperties.TRANSPORT.name());
        return List.of((given == null ? RuntimeProperties.TRANSPORT.value() : given).replaceAll(":[^,]*| ", "")
            .split(","));
    }

    /** How many ranks share a JVM, in the user's words; null if there are none. */
    String ranksPerJvm() {
        return property(RuntimeProperties.RANKS_PER_JVM.name());
    }

    /** The address of the mpjnamed that keeps this job's names; empty for none. */
    String names() {
        String given = property(RuntimeProperties.NAMES.name());
        return given == null ? RuntimeProperties.NAMES.value() : given;
    }

    /** The milliseconds of standstill after which a deadlock is reported; 0 to report none. */
    long deadlockMillis() {
        String given = property(RuntimeProperties.DEADLOCK_REPORT.name());
        return TimeUnit.SECONDS.toMillis(given == null ? RuntimeProperties.DEADLOCK_REPORT.value()
            : RuntimeProperties.DEADLOCK_REPORT.parse(given));
    }

    /** Whether the job ends when ranks wait for each other. */
    boolean checks() {
        String given = property(RuntimeProperties.CHECK.name());
        return given != null && RuntimeProperties.CHECK.parse(given);
    }

    /** The last value that -D gives to a property, or null. */
    private String property(String name) {
        String value = null;
        for (String definition : properties) {
            String[] parts = definition.split("=", 2);
            value = parts[0].equals(name) ? parts.length == 1 ? "" : parts[1] : value;
        }
        return value;
    }

    /** Checks before a rank is started. Ranks check it again, because other launchers do not. */
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

    /** The API that the user has named, or null. */
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
            if (ranks >= 1 && ranks <= Placement.MOST_RANKS) {
                return ranks;
            }
        } catch (NumberFormatException e) {
            throw outOfRange(given);
        }
        throw given == null ? new UsageException("the hosts have more than " + Placement.MOST_RANKS + " slots, and no"
            + " job has as many ranks; give the number of ranks with -np") : outOfRange(given);
    }

    private static UsageException outOfRange(String ranks) {
        return new UsageException("-np " + ranks + ": the number of ranks must be a whole number from 1 to "
            + Placement.MOST_RANKS);
    }

    private static int respawn(String given) {
        try {
            int ranks = given == null ? 0 : Integer.parseInt(given);
            if (ranks >= 0) {
                return ranks;
            }
        } catch (NumberFormatException e) {
            throw new UsageException("--respawn " + given + ": expected a whole number of ranks");
        }
        throw new UsageException("--respawn " + given + ": expected at least 0");
    }

    private static Path workingFolder(String given) {
        Path folder = Path.of(given == null ? "" : given).toAbsolutePath().normalize();
        if (!Files.isDirectory(folder)) {
            throw new UsageException(given == null ? "the working folder " + folder + " no longer exists; change to"
                + " another, or name one with --wdir DIR" : "--wdir " + given + ": there is no such folder");
        }
        return folder;
    }

    /**
     * In MPJ Express, multicore means that ranks are threads. This launcher does so when the job runs on one host and
     * the user has named no transport. The other devices need ranks that reach each other, which auto provides, so they
     * set no transport.
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
