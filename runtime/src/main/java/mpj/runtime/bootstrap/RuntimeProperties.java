package mpj.runtime.bootstrap;

import java.util.List;
import mpj.bindings.Linux;
import mpj.runtime.pmix.PmixProperties;
import mpj.settings.Catalogue;
import mpj.settings.FlagSetting;
import mpj.settings.NumberSetting;
import mpj.settings.Setting;
import mpj.settings.TextSetting;

/** What a user may set of how ranks are started and find each other; and what the launcher tells its JVMs. */
public final class RuntimeProperties implements Catalogue {
    /** The transports, in the order of preference. */
    public static final TextSetting TRANSPORT = Setting.text("mpj.transport",
        "`auto`, a name, or names with commas between them")
        .otherwise("auto")
        .means("The transports, in the order of preference: to each peer goes the first that reaches it. `auto` takes"
            + " the nearest between ranks of a host, and between hosts the best network that all ranks can open:"
            + " `nio`, then `libfabric`, which a job on a fabric asks for by name. `mpjrun -v` prints what each rank"
            + " uses to whom.");
    /** Whether a rank says what leads where; {@code mpjrun -v} sets it. */
    public static final FlagSetting VERBOSE = Setting.flag("mpj.verbose")
        .means("Each rank prints at `MPI.Init` which transport it uses to whom; `mpjrun -v` sets it.");
    /** Whether a rank tells at the end where its time went; {@code mpjrun --profile} sets it. */
    public static final FlagSetting PROFILE = Setting.flag("mpj.profile")
        .means("Each rank tells `mpjrun` at `MPI.Finalize` where its time went; `mpjrun --profile` sets it.");
    /** Where ranks of another launcher write where their time went; {@code mpjrun --launcher --profile} sets it. */
    public static final TextSetting PROFILE_FOLDER = Setting.text("mpj.profile.folder", "a folder")
        .otherwiseFound("", "");
    /** The device, which asks for MPJ Express's three arguments before a program's own; or null. */
    public static final TextSetting ARGUMENTS = Setting.text("mpj.args", "a device")
        .otherwiseFound(null, "none")
        .means("Asks for the three arguments that MPJ Express puts in front of a program's own; `mpjrun --mpj-args` and"
            + " `-dev` set it.");
    /** The version of PMI; 0 where the launcher tells. */
    public static final NumberSetting PMI_VERSION = Setting.number("mpj.pmi.version", "version", 1, 2)
        .otherwiseFound(0, "2 where `PMI_JOBID` is set, else 1")
        .means("The version of PMI that the launcher speaks.");
    /** The folder of the trace; empty for none. */
    public static final TextSetting TRACE = Setting.text("mpj.trace", "a folder")
        .otherwiseFound("", "none")
        .means("Where the job's trace goes; `mpjrun --trace` sets it.");
    /** Packages whose records ranks that are threads hand each other by reference. */
    public static final TextSetting SHARE = Setting.text("mpj.threads.share",
        "`true`, `false`, or packages with commas between them")
        .otherwise("false")
        .means("Packages of the program, such as `com.example.messages`: they and those below them are loaded once for"
            + " all ranks, and messages of immutable records of theirs are handed over by reference. `true` does so for"
            + " records that ranks share anyway, those of the JDK.");
    /** After which time a job in which no rank goes on is reported. */
    public static final NumberSetting DEADLOCK_REPORT = Setting.number("mpj.deadlock.report", "seconds", 0, 86_400)
        .otherwise(30)
        .means("When every rank has waited in MPI for so long, and can never go on, `mpjrun` says once who waits for"
            + " whom; the job goes on waiting. 0 for never.");
    /** Whether calls are checked. It is listed with the engine's, whose ranks compare what they call. */
    public static final FlagSetting CHECK = Setting.flag("mpj.check")
        .means("The ranks compare what they call in each collective, and all throw if their calls differ. `mpjrun` ends"
            + " a job in which ranks wait for each other. `MPI.Finalize` throws on a rank that has not received what"
            + " was sent to it.");
    /** The debugger's agent of each rank; {@code mpjrun --debug} sets it. */
    public static final TextSetting DEBUG = Setting.text("mpj.debug", "a port, and who is suspended");
    /** Where the class-data archives of this library are; the launcher's own. */
    public static final TextSetting ARCHIVE = Setting.text("mpj.archive", "a folder").otherwiseFound("", "");
    /** Where a rehearsal leaves its record; the launcher's own. */
    public static final TextSetting REHEARSAL = Setting.text("mpj.rehearsal", "a file");

    /** Called by {@link java.util.ServiceLoader}. */
    public RuntimeProperties() {
    }

    /**
     * The settings, for who knows this class.
     *
     * @return all
     */
    public static List<Setting<?>> all() {
        return List.of(TRANSPORT, VERBOSE, PROFILE, PROFILE_FOLDER, ARGUMENTS, PMI_VERSION, PmixProperties.LIBRARY,
            SHARE, TRACE, DEADLOCK_REPORT, DEBUG, Linux.PORTABLE, ARCHIVE, REHEARSAL);
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
