import java.util.List;

/** What a program calls: the methods that an API makes of a collective. */
sealed interface Api permits MpiJava, OpenMpi {
    static Api of(String name) {
        return switch (name) {
            case "mpijava" -> new MpiJava();
            case "openmpi" -> new OpenMpi();
            default -> throw new IllegalArgumentException("no API is called " + name);
        };
    }

    /** As the table calls it. */
    String name();

    /** The methods, with their Javadoc. */
    List<String> methods(Collective collective, Differences differences);
}
