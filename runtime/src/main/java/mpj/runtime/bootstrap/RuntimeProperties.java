package mpj.runtime.bootstrap;

import java.util.List;
import mpj.bindings.Linux;
import mpj.runtime.pmix.PmixProperties;
import mpj.settings.Catalogue;
import mpj.settings.FlagSetting;
import mpj.settings.NumberSetting;
import mpj.settings.Setting;
import mpj.settings.TextSetting;

/**
 * The properties that decide how ranks are started and find each other, and those that the launcher sets for its JVMs.
 */
public final class RuntimeProperties implements Catalogue {
    /** The transports, in the order of preference. */
    public static final TextSetting TRANSPORT = Setting.text("mpj.transport",
        "`auto`, a name, or names separated by commas")
        .otherwise("auto")
        .means("The transports, in order of preference. A rank talks to each other rank over the first of these"
            + " transports that connects the two. Between JVMs of a host `auto` takes `shm`, or `nio` on machines"
            + " without `shm`. Between hosts it takes the first of `verbs`, `nio` and `libfabric` that all ranks can"
            + " open. To use libfabric although TCP works as well, name it: `shm,libfabric`. `mpjrun -v` prints which"
            + " transport each rank uses for which ranks.");
    /** Whether a rank prints which transport leads to which rank; {@code mpjrun -v} sets it. */
    public static final FlagSetting VERBOSE = Setting.flag("mpj.verbose")
        .means("Each rank prints at `MPI.Init` which transport it uses for which ranks. `mpjrun -v` sets this.");
    /** Whether a rank reports at the end where it spent its time; {@code mpjrun --profile} sets it. */
    public static final FlagSetting PROFILE = Setting.flag("mpj.profile")
        .means("Each rank reports to `mpjrun` at `MPI.Finalize` where its time went. `mpjrun --profile` sets this.");
    /**
     * The folder to which ranks of another launcher write where they spent their time;
     * {@code mpjrun --launcher --profile} sets it.
     */
    public static final TextSetting PROFILE_FOLDER = Setting.text("mpj.profile.folder", "a folder")
        .otherwiseFound("", "");
    /** The device, or null. A device asks for MPJ Express's three arguments in front of the program's own arguments. */
    public static final TextSetting ARGUMENTS = Setting.text("mpj.args", "a device")
        .otherwiseFound(null, "none")
        .means("Puts the three arguments of MPJ Express before the program's own arguments. The device is the third"
            + " of them. `mpjrun --mpj-args` and `-dev` set this.");
    /** The version of PMI; 0 where the launcher decides. */
    public static final NumberSetting PMI_VERSION = Setting.number("mpj.pmi.version", "version", 1, 2)
        .otherwiseFound(0, "2 where `PMI_JOBID` is set, else 1")
        .means("The version of PMI that the launcher speaks.");
    /** The folder of the trace; empty for none. */
    public static final TextSetting TRACE = Setting.text("mpj.trace", "a folder")
        .otherwiseFound("", "none")
        .means("The folder for the job's trace. `mpjrun --trace` sets this.");
    /** How many ranks of a host are threads of one JVM; {@code mpjrun --ranks-per-jvm} sets it. Null if not given. */
    public static final TextSetting RANKS_PER_JVM = Setting.text("mpj.ranks.per.jvm", "a number, `host` or `numa`")
        .otherwiseFound(null, "`host` if `threads` is the first transport, else 1")
        .means("The number of ranks of a host that are threads of one JVM: `host` for all of them, `numa` for those of"
            + " one NUMA node. `mpjrun --ranks-per-jvm` sets this. Other launchers start a JVM for each rank.");
    /** The folder in which the kernel describes the NUMA nodes; tests put another one in its place. */
    public static final TextSetting NUMA_FOLDER = Setting.text("mpj.numa.folder", "a folder")
        .otherwise("/sys/devices/system/node");
    /** Packages whose records are passed by reference between ranks that are threads. */
    public static final TextSetting SHARE = Setting.text("mpj.threads.share",
        "`true`, `false`, or packages separated by commas")
        .otherwise("false")
        .means("Lets ranks that are threads pass immutable records to each other by reference. With `true` they pass"
            + " records whose classes belong to the JDK. If you name packages of the program, such as"
            + " `com.example.messages`, these packages and the packages below them are loaded once for all ranks,"
            + " and their immutable records are passed by reference as well.");
    /** The time after which a job is reported when none of its ranks goes on. */
    public static final NumberSetting DEADLOCK_REPORT = Setting.number("mpj.deadlock.report", "seconds", 0, 86_400)
        .otherwise(30)
        .means("When every rank has waited in MPI for this long, and none of the waits can ever end, `mpjrun`"
            + " reports once which rank waits for which. The job goes on waiting. 0 turns the report off.");
    /** Whether calls are checked. The engine also lists this setting, because its ranks compare their calls. */
    public static final FlagSetting CHECK = Setting.flag("mpj.check")
        .means("The ranks compare their calls in each collective, and all of them throw if the calls differ."
            + " `mpjrun` ends a job in which ranks wait for each other. `MPI.Finalize` throws on a rank if some"
            + " message to the rank was not received.");
    /** The address of the mpjnamed that keeps the names; empty for none. */
    public static final TextSetting NAMES = Setting.text("mpj.names", "`HOST:PORT`, or"
        + " `tycho:HOST:PORT`")
        .otherwiseFound("", "`mpjrun` keeps the names of its own jobs")
        .means("The address of an `mpjnamed`, which keeps the names that programs publish. Jobs that are started apart"
            + " find each other's names there. With `tycho:` and the address of a mediator, the names are in the"
            + " registry of Tycho, which several sites have in common; `tycho:` alone means the mediator of this"
            + " host.");
    /** The debugger's agent in each rank; {@code mpjrun --debug} sets it. */
    public static final TextSetting DEBUG = Setting.text("mpj.debug", "a port, and who is suspended");
    /** The folder of this library's class-data archives; only the launcher sets it. */
    public static final TextSetting ARCHIVE = Setting.text("mpj.archive", "a folder").otherwiseFound("", "");
    /** The file to which a rehearsal writes its record; only the launcher sets it. */
    public static final TextSetting REHEARSAL = Setting.text("mpj.rehearsal", "a file");

    /** Called by {@link java.util.ServiceLoader}. */
    public RuntimeProperties() {
    }

    /**
     * Returns the settings, for code that uses this class directly.
     *
     * @return all settings
     */
    public static List<Setting<?>> all() {
        return List.of(TRANSPORT, VERBOSE, PROFILE, PROFILE_FOLDER, ARGUMENTS, PMI_VERSION, PmixProperties.LIBRARY,
            RANKS_PER_JVM, NUMA_FOLDER, SHARE, TRACE, DEADLOCK_REPORT, NAMES, DEBUG, Linux.PORTABLE, ARCHIVE,
            REHEARSAL);
    }

    @Override
    public String title() {
        return "Launching";
    }

    @Override
    public List<Setting<?>> settings() {
        return all();
    }
}
