package mpj.bench.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A library that is measured on a node, with the programs that measure it.
 *
 * @param peer the library
 * @param mpjHome the folder of this library
 * @param blockServer the program in C that measures blocks; null for this library, and if there is no compiler
 * @param hello the shortest job in C; null in the same cases
 * @param imb the library's own IMB-MPI1, which takes the place of the program in C; null if that is not necessary
 */
record Entrant(Peer peer, Path mpjHome, Path blockServer, Path hello, Path imb) {
    private static final String HELLO = "mpj.bench.first.Hello";

    /** This library, perhaps with settings. */
    static Entrant ours(Peer.Mpj peer, Path mpjHome) {
        return new Entrant(peer, mpjHome, null, null, null);
    }

    String label() {
        return peer.label();
    }

    /** How the library is measured, as part of a sentence. */
    String how() {
        return switch (peer) {
            case Peer.Native library -> library.home() + (imb == null ? ", by the programs of bench/native"
                : ", by " + imb + ", which is started again for each block");
            default -> String.join(" ", peer.settings());
        };
    }

    /** Starts a job that measures blocks of a part. MPI allocates the memory of windows. */
    Side start(NodePart part, int ranks) throws IOException {
        String memory = part == NodePart.RMA ? "allocate" : "create";
        return switch (peer) {
            case Peer.Native library when imb != null -> new ImbSide(library, imb, ranks);
            case Peer.Native library -> ResidentSide.compiled(library, ranks, blockServer, memory);
            case Peer.Mpj mpj -> ResidentSide.ours(switch (part) {
                case RMA -> mpj.with("--api", "openmpi");
                // node.csv names the algorithms that the library chose.
                case COLLECTIVES -> mpj.with("-Dmpj.coll.log=true");
                default -> mpj;
            }, ranks, mpjHome, "array", memory);
            default -> throw new IllegalStateException("not an entrant: " + peer);
        };
    }

    /** The shortest job of this library; null if there is no program for it. */
    Peer.Launch hello(int ranks) {
        return !(peer instanceof Peer.Native) ? peer.launch(ranks, OurProgram.words(mpjHome, HELLO))
            : hello == null ? null : peer.launch(ranks, List.of(hello.toString()));
    }
}
