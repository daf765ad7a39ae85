package tycho.security;

import java.io.IOException;
import java.nio.file.Path;

/** Certificates that no command makes, for tests. */
public final class Certificates {
    private Certificates() {
    }

    /** A key whose certificate was valid for a day, some days ago. */
    public static void issueExpired(Path folder, String name) throws IOException {
        Authority.open(folder).issue(name, "-10d", 1);
    }

    /** A key whose certificate will be valid some days from now. */
    public static void issueEarly(Path folder, String name) throws IOException {
        Authority.open(folder).issue(name, "+10d", 1);
    }
}
