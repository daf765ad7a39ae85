package mpj.runtime.host;

import java.nio.file.Path;
import java.util.List;

/**
 * The files of a class-data archive. Any may be missing that has not been needed yet.
 *
 * @param launcher of launchers
 * @param agent of agents
 * @param rank of ranks that share a host
 * @param network of ranks that use a network
 */
record Archives(Path launcher, Path agent, Path rank, Path network) {

    static Archives in(Path folder) {
        return new Archives(folder.resolve("launcher.archive"), folder.resolve("agent.archive"),
            folder.resolve("rank.archive"), folder.resolve("network.archive"));
    }

    List<Path> all() {
        return List.of(launcher, agent, rank, network);
    }

    /** Of each file, 0 where there is none. */
    String lengths() {
        StringBuilder lengths = new StringBuilder();
        for (Path archive : all()) {
            lengths.append(archive.toFile().length()).append(' ');
        }
        return lengths.toString();
    }
}
