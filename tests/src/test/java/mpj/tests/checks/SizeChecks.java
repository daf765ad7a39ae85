package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.NEXT;
import static mpj.tests.checks.World.PREVIOUS;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZES;
import static mpj.tests.checks.World.assertStatus;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.IntStream;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import mpj.tests.Check;

/** Every size at which a protocol may change, from every kind of memory, expected and unexpected. */
public final class SizeChecks {
    private static final int[] ALL = IntStream.concat(IntStream.of(SIZES), IntStream.of(8 << 20)).toArray();

    @Check
    public void expectedMessage() {
        for (int size : ALL) {
            byte[] received = new byte[size + 2];
            Request receive = COMM.Irecv(received, 1, size, MPI.BYTE, PREVIOUS, 1);
            COMM.Barrier();
            COMM.Send(Pattern.of(size, size), 0, size, MPI.BYTE, NEXT, 1);
            assertStatus(PREVIOUS, 1, size, receive.Wait());
            Pattern.assertIs(size, received, 1, size);
            assertUntouched(received[0], received[size + 1]);
        }
    }

    @Check
    public void unexpectedMessage() {
        for (int size : ALL) {
            Request send = COMM.Isend(Pattern.of(size, size), 0, size, MPI.BYTE, NEXT, 2);
            COMM.Probe(PREVIOUS, 2);
            byte[] received = new byte[size + 2];
            assertStatus(PREVIOUS, 2, size, COMM.Recv(received, 1, size, MPI.BYTE, PREVIOUS, 2));
            Pattern.assertIs(size, received, 1, size);
            assertUntouched(received[0], received[size + 1]);
            send.Wait();
        }
    }

    @Check
    public void nativeSegment() {
        try (Arena arena = Arena.ofShared()) {
            for (int size : ALL) {
                MemorySegment sent = arena.allocate(size + 1);
                MemorySegment received = arena.allocate(size + 3);
                exchange(size, sent, received);
            }
        }
    }

    @Check
    public void segmentOverAnArray() {
        for (int size : ALL) {
            exchange(size, MemorySegment.ofArray(new byte[size + 1]), MemorySegment.ofArray(new byte[size + 3]));
        }
    }

    private static void exchange(int size, MemorySegment sent, MemorySegment received) {
        MemorySegment.copy(MemorySegment.ofArray(Pattern.of(size, size)), 0, sent, 1, size);
        Status status = COMM.Sendrecv(sent, 1, size, MPI.BYTE, NEXT, 3, received, 2, size, MPI.BYTE, PREVIOUS, 3);
        assertStatus(PREVIOUS, 3, size, status);
        Pattern.assertIs(size, received, 2, size);
        assertUntouched(received.get(ValueLayout.JAVA_BYTE, 1), received.get(ValueLayout.JAVA_BYTE, size + 2));
    }

    @Check
    public void messageSmallerThanItsReceive() {
        for (int size : SIZES) {
            byte[] received = new byte[size + 100_000];
            Status status = COMM.Sendrecv(Pattern.of(size, size), 0, size, MPI.BYTE, NEXT, 4,
                received, 0, received.length, MPI.BYTE, PREVIOUS, 4);
            assertStatus(PREVIOUS, 4, size, status);
            Pattern.assertIs(size, received, 0, size);
            assertUntouched(received[size], received[received.length - 1]);
        }
    }

    @Check(ranks = 2)
    public void blockingCallsToAndFro() {
        for (int size : ALL) {
            byte[] buffer = Pattern.of(size + RANK, size);
            if (RANK == 0) {
                COMM.Send(buffer, 0, size, MPI.BYTE, 1, 5);
                COMM.Recv(buffer, 0, size, MPI.BYTE, 1, 5);
                Pattern.assertIs(size + 1, buffer, 0, size);
            } else if (RANK == 1) {
                byte[] received = new byte[size];
                COMM.Recv(received, 0, size, MPI.BYTE, 0, 5);
                Pattern.assertIs(size, received, 0, size);
                COMM.Send(buffer, 0, size, MPI.BYTE, 0, 5);
            }
        }
    }

    private static void assertUntouched(byte before, byte after) {
        if (before != 0 || after != 0) {
            throw new AssertionError("rank " + RANK + ": a receive wrote beside its elements");
        }
    }
}
