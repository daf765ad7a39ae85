package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.SIZE;
import static mpj.tests.openmpi.checks.World.assertError;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpj.tests.Check;

/** MPI 3.1, sections 6.4.4, 9 and 10.3.4: infos, the infos of communicators, and the info of the job. */
public final class InfoChecks {
    @Check
    void communicatorsKeepHints() {
        Info hints = new Info();
        hints.set("mpi_hint", "1");
        Intracomm comm = COMM.dupWithInfo(hints);
        hints.set("mpi_hint", "2");
        assertEquals("1", comm.getInfo().get("mpi_hint"), "as it was then");
        hints.free();
        Info more = new Info();
        more.set("other", "3");
        comm.setInfo(more);
        comm.setInfo(MPI.INFO_NULL);
        Info all = comm.getInfo();
        assertEquals(2, all.size());
        assertEquals("3", all.get("other"));
        all.set("third", "4");
        assertNull(comm.getInfo().get("third"), "it is a copy");
        Intracomm dup = comm.dup();
        assertEquals("1", dup.getInfo().get("mpi_hint"));
        Intracomm plain = comm.dupWithInfo(MPI.INFO_NULL);
        assertEquals(0, plain.getInfo().size());
        Intracomm split = comm.split(0, 0);
        assertEquals(0, split.getInfo().size());
        assertError(MPI.ERR_INFO, "info is null", () -> comm.setInfo(null));
        assertError(MPI.ERR_INFO, "info is null", () -> comm.dupWithInfo(null));
        comm.free();
        dup.free();
        plain.free();
        split.free();
    }

    @Check
    void infoOfTheJobTellsWhatIsKnown() {
        assertFalse(MPI.INFO_ENV.isNull());
        assertEquals(Integer.toString(SIZE), MPI.INFO_ENV.get("maxprocs"));
        assertEquals(MPI.getProcessorName(), MPI.INFO_ENV.get("host"));
        assertEquals("MPI_THREAD_MULTIPLE", MPI.INFO_ENV.get("thread_level"));
        assertEquals(System.getProperty("user.dir"), MPI.INFO_ENV.get("wdir"));
        assertNull(MPI.INFO_ENV.get("no such key"));
        assertError(MPI.ERR_INFO, "can only be read", () -> MPI.INFO_ENV.set("a", "b"));
        assertError(MPI.ERR_INFO, "can only be read", MPI.INFO_ENV::free);
        Info dup = MPI.INFO_ENV.dup();
        dup.set("a", "b");
        assertEquals(MPI.INFO_ENV.size() + 1, dup.size());
        dup.free();
    }
}
