package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static mpj.tests.checks.World.assertStatus;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.Random;
import mpi.Datatype;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import mpj.tests.Check;

/**
 * Many random messages among all ranks. Every message is compared. All ranks draw the same numbers, so all know the
 * plan.
 */
public final class RandomChecks {
    private static final int MESSAGES = 100_000;
    private static final int WINDOW = 50;
    private static final int TAGS = 8;

    /** One message of the plan. */
    private record Message(int number, int from, int to, int tag, ElementKind kind, int count) {
        static Message draw(int number, Random random) {
            int from = random.nextInt(SIZE);
            int to = random.nextInt(SIZE);
            int tag = random.nextInt(TAGS);
            int kind = random.nextInt(ElementKind.values().length + 1);
            int most = switch (random.nextInt(200)) {
                case 0 -> 50_000;
                case 1, 2, 3, 4, 5 -> 4000;
                default -> 60;
            };
            int count = random.nextInt(most);
            return new Message(number, from, to, tag,
                kind == ElementKind.values().length ? null : ElementKind.values()[kind], count);
        }

        Datatype datatype() {
            return kind == null ? MPI.OBJECT : kind.datatype();
        }

        int elements() {
            return kind == null ? 1 : count;
        }

        Object content() {
            return kind == null ? new Object[] {"message " + number + " ".repeat(count)} : kind.random(count, number);
        }

        Object room() {
            return kind == null ? new Object[1] : kind.array(count);
        }

        void assertArrived(Object received) {
            boolean right = kind == null ? ((Object[]) content())[0].equals(((Object[]) received)[0])
                : kind.equal(content(), received);
            if (!right) {
                throw new AssertionError("rank " + RANK + " received something else than " + this);
            }
        }
    }

    /** A message under way on this rank. */
    private record Open(Message message, Request request, Object received) {
        void finish() {
            Status status = request.Wait();
            if (received != null) {
                assertStatus(message.from, message.tag, message.elements(), status);
                message.assertArrived(received);
            }
        }
    }

    /** Every rank follows the plan in the same order, so the first message of those under way can always go on. */
    @Check(ranks = 2)
    public void hundredThousandMessagesArriveAsPlanned() {
        Random random = new Random(5);
        ArrayDeque<Open> window = new ArrayDeque<>();
        for (int number = 0; number < MESSAGES; number++) {
            Message message = Message.draw(number, random);
            if (message.to == RANK) {
                Object room = message.room();
                window.add(new Open(message, COMM.Irecv(room, 0, message.elements(), message.datatype(), message.from,
                    message.tag), room));
            }
            if (message.from == RANK) {
                Request send = number % 10 == 0
                    ? COMM.Issend(message.content(), 0, message.elements(), message.datatype(), message.to, message.tag)
                    : COMM.Isend(message.content(), 0, message.elements(), message.datatype(), message.to, message.tag);
                window.add(new Open(message, send, null));
            }
            while (window.size() > WINDOW) {
                window.poll().finish();
            }
        }
        window.forEach(Open::finish);
    }

    /** With wildcards the order of the messages is unknown, but in the end each has arrived once. */
    @Check(ranks = 2)
    public void checksumOfWildcardReceivesMatchesThePlan() {
        Random random = new Random(6);
        long expected = 0;
        int toCome = 0;
        ArrayDeque<Request> sends = new ArrayDeque<>();
        long[] sum = new long[1];
        for (int number = 0; number < MESSAGES / 5; number++) {
            int from = random.nextInt(SIZE);
            int to = random.nextInt(SIZE);
            int count = 1 + random.nextInt(random.nextInt(50) == 0 ? 30_000 : 50);
            long[] content = new Random(number).longs(count).toArray();
            if (to == RANK) {
                expected += ElementKind.LONG.hash(content, 0, count);
                toCome++;
            }
            if (from == RANK) {
                sends.add(COMM.Isend(content, 0, count, MPI.LONG, to, random.nextInt(TAGS)));
            } else {
                random.nextInt(TAGS);
            }
            while (toCome > 0 && COMM.Iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG) != null) {
                sum[0] += receiveAny();
                toCome--;
            }
            while (!sends.isEmpty() && sends.peek().Test() != null) {
                sends.poll();
            }
        }
        for (; toCome > 0; toCome--) {
            sum[0] += receiveAny();
        }
        sends.forEach(Request::Wait);
        assertEquals(expected, sum[0], "checksum of all that rank " + RANK + " received");
    }

    private static long receiveAny() {
        long[] received = new long[30_000];
        Status status = COMM.Recv(received, 0, received.length, MPI.LONG, MPI.ANY_SOURCE, MPI.ANY_TAG);
        return ElementKind.LONG.hash(received, 0, status.count);
    }
}
