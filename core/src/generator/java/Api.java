import java.util.List;

/** The methods that an API has for a collective: what a program calls. For the core: what the APIs call. */
sealed interface Api permits Core, MpiJava, OpenMpi {
    static Api of(String name) {
        return switch (name) {
            case "core" -> new Core();
            case "mpijava" -> new MpiJava();
            case "openmpi" -> new OpenMpi();
            default -> throw new IllegalArgumentException("no API is called " + name);
        };
    }

    /** The name by which the table calls the API. */
    String name();

    /** The methods of a collective, with their Javadoc. */
    List<String> methods(Collective collective, Differences differences);
}
