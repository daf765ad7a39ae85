package mpj.runtime.host;

import java.util.ArrayList;
import java.util.List;

/** The APIs that a program may be written for. Each has package {@code mpi}, so a program has the jar of one. */
public enum Api {
    /** mpiJava 1.2. */
    MPIJAVA("mpijava", "mpj.jar"),
    /** Open MPI's Java bindings. */
    OPENMPI("openmpi", "mpj-openmpi.jar");

    private final String word;
    private final String jar;

    Api(String word, String jar) {
        this.word = word;
        this.jar = jar;
    }

    /** Its name as users write it. */
    public String word() {
        return word;
    }

    /** The name of its file among the library's. */
    public String jar() {
        return jar;
    }

    /** The API of this name; null when there is none. */
    public static Api named(String word) {
        for (Api api : values()) {
            if (api.word.equals(word)) {
                return api;
            }
        }
        return null;
    }

    /** What users can write. */
    public static String words() {
        List<String> words = new ArrayList<>();
        for (Api api : values()) {
            words.add(api.word);
        }
        return String.join(" or ", words);
    }

    /** The API whose jar has this name; null when it is another file. */
    static Api ofJar(String name) {
        for (Api api : values()) {
            if (api.jar.equals(name)) {
                return api;
            }
        }
        return null;
    }
}
