package mpj.runtime.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import mpj.runtime.host.LibraryFiles;

/** The checkout that contains the running library, if the library was built where its sources are. */
final class Checkout {
    private static final String BUILT = "target/lib";
    private static final long LIMIT_SECONDS = 10;

    private Checkout() {
    }

    /**
     * The commit of the checkout, with {@code -dirty} behind it if a file was changed. It comes from git, if git is
     * installed.
     */
    static Optional<String> commit(LibraryFiles library) throws InterruptedException {
        Path folder = Path.of(library.entries().getFirst()).getParent();
        if (folder == null || !folder.endsWith(BUILT)) {
            return Optional.empty();
        }
        Path home = folder.getParent().getParent();
        // In a work tree, .git is a file. A repository in a folder above may be anything.
        if (home == null || !Files.exists(home.resolve(".git"))) {
            return Optional.empty();
        }
        try {
            AskedProcess git = AskedProcess.run(new ProcessBuilder("git", "-C", home.toString(), "describe", "--always",
                "--dirty", "--exclude", "*", "--abbrev=12"), LIMIT_SECONDS);
            List<String> lines = git.lines();
            return git.ended() && git.exitCode() == 0 && !lines.isEmpty() ? Optional.of(lines.getFirst())
                : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // git is not installed
        }
    }
}
