package mpj.runtime.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import mpj.runtime.bootstrap.RankProfile;
import mpj.runtime.bootstrap.RuntimeProperties;
import mpj.runtime.files.FileReason;
import mpj.runtime.host.CacheFolder;
import mpj.runtime.host.UsageException;
import mpj.runtime.view.ProfileReport;

/**
 * The profile of a job that another launcher starts. Its ranks have no mpjrun to report to, so each rank writes a file.
 * The folder of these files is beside the program, because all hosts are likely to share that place.
 */
final class ForeignProfile {
    private static final String PREFIX = ".mpj-profile-";
    private static final String FILE = "rank-";

    private final Path folder;
    private final int size;

    private ForeignProfile(Path folder, int size) {
        this.folder = folder;
        this.size = size;
    }

    /**
     * Makes a folder in the ranks' working folder, or among the temporary files if the working folder cannot be
     * written.
     *
     * @param size number of ranks; 0 if only the launcher knows
     * @throws UsageException when neither place can be written
     */
    static ForeignProfile in(Path workingFolder, int size) {
        try {
            return new ForeignProfile(Files.createTempDirectory(workingFolder, PREFIX), size);
        } catch (IOException e) {
            try {
                return new ForeignProfile(Files.createTempDirectory(PREFIX), size);
            } catch (IOException again) {
                throw new UsageException("--profile: the folder for the ranks' figures cannot be made, neither in "
                    + workingFolder + " nor elsewhere: " + FileReason.withName(again));
            }
        }
    }

    /** The properties that tell ranks where to write. */
    List<String> properties() {
        return List.of(RuntimeProperties.PROFILE.definition("true"),
            RuntimeProperties.PROFILE_FOLDER.definition(folder.toString()));
    }

    /** Reads the files of all ranks, and deletes the folder. */
    String take() throws IOException {
        ProfileReport report = new ProfileReport();
        List<Path> files;
        try (var all = Files.list(folder)) {
            files = new ArrayList<>(all.toList());
        }
        int ranks = Math.max(size, files.size());
        for (Path file : files) {
            int rank = Integer.parseInt(file.getFileName().toString().substring(FILE.length()));
            report.add(rank, RankProfile.of(Files.readString(file)));
            ranks = Math.max(ranks, rank + 1);
        }
        CacheFolder.delete(folder);
        return report.text(ranks) + (files.size() < ranks ? "Ranks on other hosts write theirs into " + folder
            + ", which these hosts must share: choose such a folder with --wdir.\n" : "");
    }
}
