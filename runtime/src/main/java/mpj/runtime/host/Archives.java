package mpj.runtime.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import mpj.runtime.bootstrap.Api;

/**
 * The files of the class-data archives for programs of one API. A file is missing if it has not been needed yet.
 *
 * @param launcher for launchers, whatever their API
 * @param agent for agents, whatever their API
 * @param rank for ranks that share a host
 * @param rankCache as {@code rank}, but an AOT cache with profiles
 * @param network for ranks that use a network
 * @param networkCache as {@code network}, but an AOT cache with profiles
 */
record Archives(Path launcher, Path agent, Path rank, Path rankCache, Path network, Path networkCache) {
    private static final String CACHE = ".aot";

    static Archives in(Path folder, Api api) {
        return new Archives(folder.resolve("launcher.archive"), folder.resolve("agent.archive"),
            folder.resolve(api.word() + ".rank.archive"), folder.resolve(api.word() + ".rank" + CACHE),
            folder.resolve(api.word() + ".network.archive"), folder.resolve(api.word() + ".network" + CACHE));
    }

    static boolean isCache(Path file) {
        return file.toString().endsWith(CACHE);
    }

    /** The archives that ranks can use, the best first. */
    List<Path> ofRanks(boolean usingNetwork) {
        return usingNetwork ? List.of(networkCache, network, rankCache, rank) : List.of(rankCache, rank);
    }

    List<Path> all() {
        return List.of(launcher, agent, rank, rankCache, network, networkCache);
    }

    /** The length of each file; 0 for a missing file. */
    static String lengths(Path folder) {
        StringBuilder lengths = new StringBuilder();
        for (Api api : Api.values()) {
            for (Path archive : in(folder, api).all()) {
                lengths.append(archive.toFile().length()).append(' ');
            }
        }
        return lengths.toString();
    }

    /** Deletes all archives in a folder. */
    static void delete(Path folder) throws IOException {
        for (Api api : Api.values()) {
            for (Path archive : in(folder, api).all()) {
                Files.deleteIfExists(archive);
            }
        }
    }
}
