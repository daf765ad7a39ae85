package mpj.runtime.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The options of the ranks' JVM with which a program's source must also be compiled. */
public final class CompilerOptions {
    /** Options whose value follows an equals sign or is the next word, as {@code java} takes them for a .java file. */
    private static final Set<String> WITH_VALUE = Set.of("--add-modules", "--add-exports", "--add-reads",
        "--limit-modules", "--module-path", "-p", "--patch-module", "--upgrade-module-path");
    private static final String PREVIEW = "--enable-preview";

    private CompilerOptions() {
    }

    /** Returns the options for the compiler. */
    public static List<String> among(List<String> jvmOptions) {
        List<String> options = new ArrayList<>();
        for (int i = 0; i < jvmOptions.size(); i++) {
            String option = jvmOptions.get(i);
            int equals = option.indexOf('=');
            if (WITH_VALUE.contains(equals < 0 ? option : option.substring(0, equals))) {
                options.add(option);
                if (equals < 0 && i + 1 < jvmOptions.size()) {
                    options.add(jvmOptions.get(++i));
                }
            } else if (option.equals(PREVIEW)) {
                // A preview needs the language version of this JDK. --release would also set that, but it forbids
                // --add-exports.
                options.addAll(List.of(PREVIEW, "--source", Integer.toString(Runtime.version().feature())));
            }
        }
        return options;
    }
}
