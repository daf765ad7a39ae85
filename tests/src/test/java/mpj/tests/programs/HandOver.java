package mpj.tests.programs;

import java.io.Serializable;
import java.util.Arrays;
import mpi.MPI;
import mpi.Request;
import mpj.tests.programs.messages.Reading;
import mpj.tests.programs.messages.Samples;

/** Rank 0 sends objects of several kinds, and rank 1 sends them back. Rank 0 prints whether it got the same objects. */
public final class HandOver {
    private static final Reading READING =
        new Reading(1, "a", 2.5, Reading.Unit.SECOND, new Reading.Place(3, new Reading.Place(4, null)));

    private HandOver() {
    }

    private record OfThisRank(int number) implements Serializable {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        Object[][] messages = {{READING, new Reading(2, null, null, null, null)}, {new Samples(new int[] {1})},
            {READING, new Samples(new int[] {1})}, {new OfThisRank(1)}, {"text"}};
        for (int i = 0; i < messages.length; i++) {
            Object[] message = messages[i];
            Object[] back = new Object[message.length];
            if (MPI.COMM_WORLD.Rank() == 0) {
                MPI.COMM_WORLD.Send(message, 0, message.length, MPI.OBJECT, 1, i);
                MPI.COMM_WORLD.Recv(back, 0, back.length, MPI.OBJECT, 1, i);
                System.out.println(Arrays.stream(message).map(HandOver::name).toList() + " "
                    + comparison(message, back));
            } else {
                Request receive = MPI.COMM_WORLD.Irecv(back, 0, back.length, MPI.OBJECT, 0, i);
                receive.Wait();
                MPI.COMM_WORLD.Isend(back, 0, back.length, MPI.OBJECT, 0, i).Wait();
            }
        }
        Object[] everywhere = {READING};
        MPI.COMM_WORLD.Bcast(everywhere, 0, 1, MPI.OBJECT, 1);
        if (!everywhere[0].equals(READING)) {
            throw new AssertionError(everywhere[0]);
        }
        MPI.Finalize();
    }

    private static String name(Object object) {
        return object.getClass().getSimpleName();
    }

    private static String comparison(Object[] sent, Object[] received) {
        for (int i = 0; i < sent.length; i++) {
            if (sent[i] == received[i]) {
                continue;
            }
            return sent[i].getClass() == received[i].getClass() ? "copied" : "of another class";
        }
        return "the same";
    }
}
