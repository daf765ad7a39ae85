package mpj.runtime.bootstrap;

import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import mpj.runtime.spawn.ForeignProgram;

/** The part of another launcher that starts further programs for a rank. Thread-safe. */
interface ForeignSpawning {

    /**
     * Asks the launcher to start programs as a job of their own. The launcher may answer before the programs run.
     *
     * @param parentPort the {@link #parentPort} of the new ranks
     * @param wait is told when the new job has ended, if the launcher can tell that
     * @throws IOException when the launcher refuses, with its reason
     */
    void spawn(List<ForeignProgram> programs, String parentPort, SpawnWait wait) throws IOException;

    /** The port at which the job that spawned this job waits; null if nobody spawned this job. */
    String parentPort() throws IOException;

    /** The number of ranks that the job's hosts have slots for; empty if the launcher does not tell it. */
    OptionalInt universeSize() throws IOException;
}
