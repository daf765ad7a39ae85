package mpj.runtime.bootstrap;

import java.util.ArrayList;
import java.util.List;

/** The APIs that a program may be written for. Each has package {@code mpi}, so a program has the jar of one. */
public enum Api {
    /** The API of mpiJava 1.2. */
    MPIJAVA("mpijava", "mpj.jar"),
    /** The API of Open MPI's Java bindings. */
    OPENMPI("openmpi", "mpj-openmpi.jar");

    private final String word;
    private final String jar;

    Api(String word, String jar) {
        this.word = word;
        this.jar = jar;
    }

    /**
     * Its name as users write it.
     *
     * @return one word
     */
    public String word() {
        return word;
    }

    /**
     * The name of its jar among the library's.
     *
     * @return a file name
     */
    public String jar() {
        return jar;
    }

    /**
     * The name of its module.
     *
     * @return with dots
     */
    public String module() {
        return jar.replace(".jar", "").replace('-', '.');
    }

    /**
     * What its jar has, and no other, whatever name the jar was given.
     *
     * @return the name of a resource
     */
    public String mark() {
        return "mpi/" + word;
    }

    /**
     * The API of a name that a user writes.
     *
     * @param word as {@link #word} returns it
     * @return null when there is none
     */
    public static Api named(String word) {
        for (Api api : values()) {
            if (api.word.equals(word)) {
                return api;
            }
        }
        return null;
    }

    /**
     * What users can write.
     *
     * @return the names, as an error lists them
     */
    public static String words() {
        List<String> words = new ArrayList<>();
        for (Api api : values()) {
            words.add(api.word);
        }
        return String.join(" or ", words);
    }

    /**
     * The API of a file among the library's.
     *
     * @param name of the file
     * @return null when it is not an API's jar
     */
    public static Api ofJar(String name) {
        for (Api api : values()) {
            if (api.jar.equals(name)) {
                return api;
            }
        }
        return null;
    }
}
