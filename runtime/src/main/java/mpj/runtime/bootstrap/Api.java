package mpj.runtime.bootstrap;

import java.util.ArrayList;
import java.util.List;

/**
 * The APIs that a program may be written for. Both have a package {@code mpi}, so a program can have the jar of only
 * one of them.
 */
public enum Api {
    /** The API of mpiJava 1.2. */
    MPIJAVA("mpijava", "mpj.jar"),
    /** The API of Open MPI's Java bindings. */
    OPENMPI("openmpi", "mpj-openmpi.jar", "mpj-checkpoint.jar");

    private final String word;
    private final String jar;
    /** Jars of the library that use this API, so that programs of another API cannot have them. */
    private final List<String> above;

    Api(String word, String jar, String... above) {
        this.word = word;
        this.jar = jar;
        this.above = List.of(above);
    }

    /**
     * Returns the name by which users choose this API.
     *
     * @return one word
     */
    public String word() {
        return word;
    }

    /**
     * Returns the name of this API's jar among the jars of the library.
     *
     * @return a file name
     */
    public String jar() {
        return jar;
    }

    /**
     * Returns the name of this API's module.
     *
     * @return with dots
     */
    public String module() {
        return jar.replace(".jar", "").replace('-', '.');
    }

    /**
     * Returns the resource by which a jar of this API is recognized, even if the jar was renamed. No other jar has that
     * resource.
     *
     * @return the name of a resource
     */
    public String mark() {
        return "mpi/" + word;
    }

    /**
     * Returns the API with a name that a user wrote.
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
     * Returns the names that users can write.
     *
     * @return the names, in the form in which an error lists them
     */
    public static String words() {
        List<String> words = new ArrayList<>();
        for (Api api : values()) {
            words.add(api.word);
        }
        return String.join(" or ", words);
    }

    /**
     * Returns the API of a jar of the library: the jar is that of the API, or uses the API.
     *
     * @param name the jar's file name
     * @return null when the jar is for programs of any API
     */
    public static Api ofJar(String name) {
        for (Api api : values()) {
            if (api.jar.equals(name) || api.above.contains(name)) {
                return api;
            }
        }
        return null;
    }
}
