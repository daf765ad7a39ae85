package mpj.runtime.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Options that the JVM of every rank needs, whoever starts it. */
public final class JavaOptions {
    /** So that the JVM does not warn of calls of C functions. */
    static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

    /** The options that core needs so that a message allocates nothing. Core says there what each of them is for. */
    private static final String OF_CORE = "mpj/core/java-options";

    private JavaOptions() {
    }

    /** The options for a rank that another launcher starts, with the library on its class path. */
    public static List<String> underOtherLaunchers() {
        List<String> options = new ArrayList<>(List.of(NATIVE_ACCESS));
        options.addAll(ofCore());
        return options;
    }

    /** Empty if core is not on the launcher's class path: then there are no messages either. */
    static List<String> ofCore() {
        try (InputStream file = JavaOptions.class.getClassLoader().getResourceAsStream(OF_CORE)) {
            return file == null ? List.of() : new String(file.readAllBytes(), StandardCharsets.UTF_8).lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + OF_CORE + ": " + e.getMessage(), e);
        }
    }
}
