package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.NEXT;
import static mpj.tests.checks.World.PREVIOUS;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static mpj.tests.checks.World.assertError;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import mpi.Cartcomm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import mpi.UserFunction;
import mpj.tests.Check;

/** Buffers of java.nio, and memory segments of them. Every kind gives the same results as arrays, in every call. */
public final class NioBufferChecks {
    private static final int LENGTH = 20;
    private static final int OFFSET = 3;
    private static final int COUNT = 11;
    private static final int ROUNDS = 80;
    private static final ByteOrder NATIVE = ByteOrder.nativeOrder();
    private static final UserFunction ADD_LONGS = (in, from, inout, to, count, type) -> {
        for (int i = 0; i < count; i++) {
            ((long[]) inout)[to + i] += ((long[]) in)[from + i];
        }
    };

    /** Sends a message around the ring. Returns the status if the call has one. */
    private interface Way {
        Status pass(Object out, Object in, Datatype type);
    }

    private static List<Way> ways() {
        List<Way> ways = new ArrayList<>();
        ways.add((out, in, type) -> COMM.Sendrecv(out, OFFSET, COUNT, type, NEXT, 1, in, OFFSET, COUNT, type, PREVIOUS,
            1));
        ways.add((out, in, type) -> {
            Request receive = COMM.Irecv(in, OFFSET, COUNT, type, PREVIOUS, 2);
            COMM.Send(out, OFFSET, COUNT, type, NEXT, 2);
            return receive.Wait();
        });
        ways.add((out, in, type) -> {
            Request send = COMM.Isend(out, OFFSET, COUNT, type, NEXT, 3);
            Status status = COMM.Recv(in, OFFSET, COUNT, type, PREVIOUS, 3);
            send.Wait();
            return status;
        });
        ways.add((out, in, type) -> {
            Request send = COMM.Issend(out, OFFSET, COUNT, type, NEXT, 4);
            Status status = COMM.Recv(in, OFFSET, COUNT, type, PREVIOUS, 4);
            send.Wait();
            return status;
        });
        ways.add((out, in, type) -> {
            MPI.Buffer_attach(ByteBuffer.allocate(4096));
            COMM.Bsend(out, OFFSET, COUNT, type, NEXT, 5);
            Status status = COMM.Recv(in, OFFSET, COUNT, type, PREVIOUS, 5);
            MPI.Buffer_detach();
            return status;
        });
        ways.add((out, in, type) -> {
            Prequest receive = COMM.Recv_init(in, OFFSET, COUNT, type, PREVIOUS, 6);
            Prequest send = COMM.Send_init(out, OFFSET, COUNT, type, NEXT, 6);
            Prequest.Startall(new Prequest[] {receive, send});
            send.Wait();
            Status status = receive.Wait();
            send.Free();
            receive.Free();
            return status;
        });
        ways.add((out, in, type) -> {
            BufferKind.memory(in).copyFrom(BufferKind.memory(out));
            return COMM.Sendrecv_replace(in, OFFSET, COUNT, type, NEXT, 7, PREVIOUS, 7);
        });
        return ways;
    }

    @Check
    public void everyFormOfAMessageTakesEveryKindOfBuffer() {
        for (ElementKind kind : ElementKind.values()) {
            for (BufferKind out : BufferKind.values()) {
                // Each kind meets another kind, and over all forms it meets several kinds.
                BufferKind in = BufferKind.values()[(out.ordinal() + 2) % BufferKind.values().length];
                for (Way way : ways()) {
                    Object sent = out.of(kind, kind.random(LENGTH, RANK), LENGTH);
                    Object received = in.of(kind, kind.random(LENGTH, 99), LENGTH);
                    assertEquals(COUNT, way.pass(sent, received, kind.datatype()).Get_count(kind.datatype()));
                    Object now = kind.array(LENGTH);
                    kind.read(BufferKind.memory(received), now);
                    assertEquals(kind.hash(kind.random(LENGTH, PREVIOUS), OFFSET, COUNT),
                        kind.hash(now, OFFSET, COUNT), () -> kind + " from " + out + " into " + in);
                    assertUntouched(kind, now);
                }
            }
        }
    }

    /**
     * The elements around the message are unchanged. If the sent message was in the same buffer, they may also be
     * elements of that message.
     */
    private static void assertUntouched(ElementKind kind, Object now) {
        Object filling = kind.random(LENGTH, 99);
        Object own = kind.random(LENGTH, RANK);
        for (int i = 0; i < LENGTH; i++) {
            if (i < OFFSET || i >= OFFSET + COUNT) {
                long bits = kind.hash(now, i, 1);
                assertTrue(bits == kind.hash(filling, i, 1) || bits == kind.hash(own, i, 1), "element " + i);
            }
        }
    }

    @Check
    public void anyCollectiveTakesEveryKindOfBuffer() throws Throwable {
        Random random = new Random(31);
        Cartcomm ring = COMM.Create_cart(new int[] {SIZE}, new boolean[] {true}, false);
        for (int round = 0; round < ROUNDS; round++) {
            boolean combining = random.nextInt(3) == 0;
            ElementKind kind = combining ? ElementKind.LONG
                : ElementKind.values()[random.nextInt(ElementKind.values().length)];
            RandomCollective collective = combining ? RandomCollective.combining(random,
                RandomCollective.Items.adjacent(MPI.LONG), round % 2 == 0 ? MPI.SUM : new Op(ADD_LONGS, true))
                : RandomCollective.moving(random, kind.datatype());
            Form form = Form.values()[random.nextInt(Form.values().length)];
            BufferKind out = BufferKind.values()[random.nextInt(BufferKind.values().length)];
            BufferKind in = BufferKind.values()[random.nextInt(BufferKind.values().length)];
            String what = "round " + round + ": " + form + " " + collective + " from " + out + " into " + in;
            check(what, kind, collective, collective.isAmongNeighbours() ? ring : COMM, form, out, in);
        }
        ring.close();
    }

    private static void check(String what, ElementKind kind, RandomCollective collective, Intracomm comm, Form form,
                              BufferKind out, BufferKind in) throws Throwable {
        int sent = OFFSET + collective.sent().span() + 1;
        int received = OFFSET + collective.received().span() + 1;
        Object data = kind.random(sent, RANK);
        Object expected = kind.random(received, 98);
        Form.BLOCKING.call(comm, collective.name(), collective.arguments(data, OFFSET, expected, OFFSET));
        Object to = in.of(kind, kind.random(received, 98), received);
        form.call(comm, collective.name(), collective.arguments(out.of(kind, data, sent), OFFSET, to, OFFSET));
        Object now = kind.array(received);
        kind.read(BufferKind.memory(to), now);
        assertTrue(kind.equal(expected, now), what);
    }

    @Check
    public void bcastAndPackTakeEveryKindOfBuffer() throws Throwable {
        for (BufferKind kind : BufferKind.values()) {
            for (Form form : Form.values()) {
                Object ints = kind.of(ElementKind.INT, ElementKind.INT.random(LENGTH, RANK), LENGTH);
                form.call(COMM, "Bcast", ints, OFFSET, COUNT, MPI.INT, SIZE - 1);
                int[] now = new int[LENGTH];
                ElementKind.INT.read(BufferKind.memory(ints), now);
                assertEquals(ElementKind.INT.hash(ElementKind.INT.random(LENGTH, SIZE - 1), OFFSET, COUNT),
                    ElementKind.INT.hash(now, OFFSET, COUNT), kind + " " + form);
            }
            Object ints = kind.of(ElementKind.INT, ElementKind.INT.random(LENGTH, 5), LENGTH);
            byte[] packed = new byte[COMM.Pack_size(COUNT, MPI.INT)];
            int end = COMM.Pack(ints, OFFSET, COUNT, MPI.INT, packed, 0);
            Object back = kind.make(ElementKind.INT, LENGTH);
            assertEquals(end, COMM.Unpack(packed, 0, back, OFFSET, COUNT, MPI.INT));
            assertEquals(-1, BufferKind.memory(ints).asSlice(OFFSET * Integer.BYTES, COUNT * Integer.BYTES)
                .mismatch(BufferKind.memory(back).asSlice(OFFSET * Integer.BYTES, COUNT * Integer.BYTES)), kind.name());
        }
    }

    @Check
    public void buffersThatCannotServeSayWhy() {
        ByteBuffer foreign = ByteBuffer.allocate(8).order(NATIVE == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN
            : ByteOrder.BIG_ENDIAN);
        assertError(MPI.ERR_TYPE, "of byte order", () -> COMM.Send(foreign, 0, 1, MPI.LONG, NEXT, 9));
        assertError(MPI.ERR_TYPE, "needs a java.nio.DoubleBuffer",
            () -> COMM.Bcast(IntBuffer.allocate(4), 0, 1, MPI.DOUBLE, 0));
        assertError(MPI.ERR_TYPE, "of a CharSequence",
            () -> COMM.Send(CharBuffer.wrap("abc"), 0, 1, MPI.CHAR, NEXT, 9));
        assertError(MPI.ERR_BUFFER, "read-only",
            () -> COMM.Recv(IntBuffer.allocate(4).asReadOnlyBuffer(), 0, 1, MPI.INT, PREVIOUS, 9));
        assertError(MPI.ERR_BUFFER, "offset 3 and count 2 do not lie in buf",
            () -> COMM.Send(IntBuffer.allocate(4), 3, 2, MPI.INT, NEXT, 9));
    }
}
