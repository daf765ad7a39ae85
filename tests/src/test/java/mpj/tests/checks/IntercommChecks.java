package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static mpj.tests.checks.World.assertError;
import static mpj.tests.checks.World.assertStatus;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import mpi.Comm;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpj.tests.Check;

/** An intercommunicator of the even and the odd ranks, with two ranks or more. */
public final class IntercommChecks {
    private static final int PARITY = RANK % 2;
    private static final int[] EVEN = IntStream.range(0, SIZE).filter(rank -> rank % 2 == 0).toArray();
    private static final int[] ODD = IntStream.range(0, SIZE).filter(rank -> rank % 2 == 1).toArray();
    private static final int[] OTHERS = PARITY == 0 ? ODD : EVEN;

    private final Intracomm half = COMM.Split(PARITY, RANK);

    /** The leader of each half is its last rank. */
    private Intercomm create() {
        return COMM.Create_intercomm(half, half.Size() - 1, OTHERS[OTHERS.length - 1], 5);
    }

    /** Every rank sends its rank in the world to every rank of the other group. */
    private static void assertAllExchangeMessages(Intercomm inter) {
        Request[] sends = new Request[inter.Remote_size()];
        for (int dest = 0; dest < sends.length; dest++) {
            sends[dest] = inter.Isend(new int[] {RANK}, 0, 1, MPI.INT, dest, 3);
        }
        int[] received = new int[1];
        for (int source = 0; source < OTHERS.length; source++) {
            assertStatus(source, 3, 1, inter.Recv(received, 0, 1, MPI.INT, source, MPI.ANY_TAG));
            assertEquals(OTHERS[source], received[0]);
        }
        Request.Waitall(sends);
    }

    @Check(ranks = 2)
    public void messagesGoToTheRemoteGroup() {
        Intercomm inter = create();
        assertTrue(inter.Test_inter());
        assertEquals(half.Rank(), inter.Rank());
        assertEquals(half.Size(), inter.Size());
        assertEquals(OTHERS.length, inter.Remote_size());
        assertEquals(MPI.IDENT, Group.Compare(half.Group(), inter.Group()));
        assertEquals(MPI.IDENT, Group.Compare(COMM.Group().Incl(OTHERS), inter.Remote_group()));
        assertAllExchangeMessages(inter);
        assertError(MPI.ERR_RANK, "dest is " + OTHERS.length,
            () -> inter.Send(new int[1], 0, 1, MPI.INT, OTHERS.length, 1));
        inter.Free();
    }

    @Check(ranks = 2)
    public void probeAndAnySourceSeeTheRemoteRank() {
        Intercomm inter = create();
        if (PARITY == 0 && inter.Rank() == 0) {
            for (int dest = 0; dest < inter.Remote_size(); dest++) {
                inter.Send(new int[] {1, 2}, 0, 2, MPI.INT, dest, 8);
            }
        } else if (PARITY == 1) {
            assertStatus(0, 8, 2, inter.Probe(MPI.ANY_SOURCE, MPI.ANY_TAG));
            assertStatus(0, 8, 2, inter.Recv(new int[2], 0, 2, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG));
        }
        inter.Free();
    }

    @Check(ranks = 2)
    public void cloneIsCongruentAndSeparate() {
        Intercomm inter = create();
        Intercomm clone = (Intercomm) inter.clone();
        assertEquals(MPI.CONGRUENT, Comm.Compare(inter, clone));
        assertEquals(MPI.UNEQUAL, Comm.Compare(inter, half));
        assertAllExchangeMessages(clone);
        assertAllExchangeMessages(inter);
        inter.Free();
        assertAllExchangeMessages(clone);
        clone.Free();
        assertError(MPI.ERR_COMM, "was freed", inter::Remote_size);
    }

    @Check(ranks = 2)
    public void mergeOrdersTheGroups() {
        Intercomm inter = create();
        Intracomm oddFirst = inter.Merge(PARITY == 0);
        CommunicatorChecks.assertRing(oddFirst, IntStream.concat(IntStream.of(ODD), IntStream.of(EVEN)).toArray());
        Intracomm evenFirst = inter.Merge(PARITY == 1);
        CommunicatorChecks.assertRing(evenFirst, IntStream.concat(IntStream.of(EVEN), IntStream.of(ODD)).toArray());
        Intracomm either = inter.Merge(true);
        CommunicatorChecks.assertRing(either, IntStream.concat(IntStream.of(EVEN), IntStream.of(ODD)).toArray());
        assertFalse(either.Test_inter());
        assertEquals(SIZE == 2 ? MPI.CONGRUENT : MPI.SIMILAR, Comm.Compare(COMM, either));
        oddFirst.Free();
        evenFirst.Free();
        either.Free();
        inter.Free();
    }

    /** Three groups in a row. Each pair of neighbouring groups has its own intercommunicator. */
    @Check(ranks = 3)
    public void groupIsInTwoIntercommunicators() {
        int color = RANK % 3;
        Intracomm third = COMM.Split(color, RANK);
        Intercomm lower = color > 0 ? COMM.Create_intercomm(third, 0, color - 1, 12) : null;
        Intercomm upper = color < 2 ? COMM.Create_intercomm(third, 0, color + 1, 12) : null;
        int[] received = new int[1];
        if (upper != null && upper.Rank() == 0) {
            upper.Send(new int[] {color}, 0, 1, MPI.INT, 0, 1);
        }
        if (lower != null && lower.Rank() == 0) {
            lower.Recv(received, 0, 1, MPI.INT, 0, 1);
            assertEquals(color - 1, received[0]);
        }
    }

    @Check(ranks = 2)
    public void wrongArgumentsAreNamed() {
        Intercomm inter = create();
        assertError(MPI.ERR_COMM, "local_comm is null", () -> COMM.Create_intercomm(null, 0, 0, 1));
        assertError(MPI.ERR_COMM, "local_comm is an intercommunicator", () -> COMM.Create_intercomm(inter, 0, 0, 1));
        assertError(MPI.ERR_RANK, "local_leader is 99", () -> COMM.Create_intercomm(half, 99, 0, 1));
        assertError(MPI.ERR_TAG, "tag is -1", () -> COMM.Create_intercomm(half, 0, 0, -1));
        for (int leader : new int[] {77, -1, MPI.PROC_NULL}) {
            String named = "remote_leader is " + leader + "; it must be 0 to " + (SIZE - 1);
            assertError(MPI.ERR_RANK, half.Rank() == 0 ? named : "the leader",
                () -> COMM.Create_intercomm(half, 0, leader, 1));
        }
        assertError(MPI.ERR_COMM, "is in the remote group too",
            () -> COMM.Create_intercomm(COMM, 0, 0, 1));
        inter.Free();
    }
}
