package mpj.bindings;

/**
 * The machines that the bindings describe, by the JDK's names. jextract ran on the first of them. The layouts and
 * constants are the same on the others, except for {@link SystemCall}. The ABI test verifies this.
 */
enum Machine {
    AMD64("amd64"), AARCH64("aarch64");

    static final String NAMES = "x86-64 or aarch64";

    private final String name;

    Machine(String name) {
        this.name = name;
    }

    static boolean isKnown(String name) {
        return name.equals(AMD64.name) || name.equals(AARCH64.name);
    }

    boolean is(String other) {
        return name.equals(other);
    }
}
