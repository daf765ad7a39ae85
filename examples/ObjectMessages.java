import java.io.Serializable;
import java.util.Hashtable;
import java.util.Vector;
import mpi.*;

/**
 * Objects as messages. Each rank counts the words of its lines. A table passes from rank to rank, and each rank adds
 * its own counts. Rank 0 compares the result with a Gather of all tables. A Bcast shows that arrays of arrays are
 * objects.
 */
public class ObjectMessages {
    /** A table of words that passes from rank to rank. */
    static class Words implements Serializable {
        private static final long serialVersionUID = 1L;
        Hashtable<String, Integer> counts = new Hashtable<String, Integer>();
        Vector<Integer> visited = new Vector<Integer>();

        void add(String line) {
            String[] words = line.split(" ");
            for (int i = 0; i < words.length; i++) {
                add(words[i], 1);
            }
        }

        void add(Words other) {
            for (String word : other.counts.keySet()) {
                add(word, other.counts.get(word));
            }
        }

        private void add(String word, int count) {
            counts.put(word, count + (counts.containsKey(word) ? counts.get(word) : 0));
        }
    }

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        Words own = new Words();
        own.add("the quick brown fox jumps over the lazy dog of rank " + rank);

        Object[] message = {new Words()};
        if (rank > 0) {
            MPI.COMM_WORLD.Recv(message, 0, 1, MPI.OBJECT, rank - 1, 0);
        }
        Words passed = (Words) message[0];
        passed.add(own);
        passed.visited.add(rank);
        Request send = MPI.COMM_WORLD.Isend(message, 0, 1, MPI.OBJECT, (rank + 1) % size, 0);

        Object[] tables = new Object[size];
        MPI.COMM_WORLD.Gather(new Object[] {own}, 0, 1, MPI.OBJECT, tables, 0, 1, MPI.OBJECT, 0);
        int[][] rows = {{rank}, {rank, rank}};
        MPI.COMM_WORLD.Bcast(rows, 0, 2, MPI.OBJECT, 0);
        if (rank == 0) {
            MPI.COMM_WORLD.Recv(message, 0, 1, MPI.OBJECT, size - 1, 0);
            Words result = (Words) message[0];
            Words expected = new Words();
            for (int i = 0; i < size; i++) {
                expected.add((Words) tables[i]);
            }
            System.out.println("the: " + result.counts.get("the") + ", visited " + result.visited);
            boolean right = result.counts.equals(expected.counts) && result.visited.size() == size
                && result.counts.get("the") == 2 * size && rows[1].length == 2;
            System.out.println(right ? "verified ObjectMessages" : "FAILED ObjectMessages");
        }
        send.Wait();
        MPI.Finalize();
    }
}
