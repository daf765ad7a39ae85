package mpj.runtime.host;

/** A number of things, for people. */
public final class Counted {
    private Counted() {
    }

    /**
     * The number and the name of the things.
     *
     * @param thing one of them; its plural ends in s
     */
    public static String of(long number, String thing) {
        return number + " " + (number == 1 ? thing : thing + "s");
    }

    /** The same, followed by the verb in singular or plural. */
    public static String of(long number, String thing, String one, String many) {
        return of(number, thing) + " " + (number == 1 ? one : many);
    }
}
