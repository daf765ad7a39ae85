package mpj.runtime.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import mpj.runtime.bootstrap.RankProfile;
import mpj.runtime.bootstrap.RuntimeProperties;
import mpj.runtime.host.CacheFolder;
import mpj.runtime.host.FileErrors;
import mpj.runtime.host.UsageException;
import mpj.runtime.view.ProfileReport;

/**
 * The profile of a job that another launcher starts. Its ranks have nobody to tell, so each writes a file, into a
 * folder that all hosts are likely to share: beside the program.
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
     * A folder in the ranks' working folder, or among the temporary files if that cannot be written.
     *
     * @param size number of ranks; 0 if only the launcher knows
     * @throws UsageException when neither can
     */
    static ForeignProfile in(Path workingFolder, int size) {
        try {
            return new ForeignProfile(Files.createTempDirectory(workingFolder, PREFIX), size);
        } catch (IOException e) {
            try {
                return new ForeignProfile(Files.createTempDirectory(PREFIX), size);
            } catch (IOException again) {
                throw new UsageException("--profile: no folder for what the ranks tell can be made, neither in "
                    + workingFolder + " nor elsewhere: " + FileErrors.reason(again));
            }
        }
    }

    /** What ranks are told. */
    List<String> properties() {
        return List.of(RuntimeProperties.PROFILE.definition("true"),
            RuntimeProperties.PROFILE_FOLDER.definition(folder.toString()));
    }

    /** What all ranks have written; the folder is gone then. */
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
