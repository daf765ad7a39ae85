package mpj.tiers;

/**
 * Which tests of the second tier run, as {@code -Dtests.second} chooses. {@code none} is the default. {@code all} runs
 * all of them. A turn {@code K/N}, such as {@code 2/4}, runs those whose names fall to this turn, so all N turns
 * together run each test once.
 */
public final class Turn {
    private static final String PROPERTY = "tests.second";
    private static final String NONE = "none";

    private final String name;
    private final int first;
    private final int step;

    private Turn(String name, int first, int step) {
        this.name = name;
        this.first = first;
        this.step = step;
    }

    /** The turn of this name, such as {@code 2/4}. */
    public static Turn of(String chosen) {
        if (chosen.equals(NONE)) {
            return new Turn(chosen, 0, 0);
        }
        if (chosen.equals("all")) {
            return new Turn(chosen, 0, 1);
        }
        if (chosen.matches("[1-9][0-9]{0,3}/[1-9][0-9]{0,3}")) {
            int slash = chosen.indexOf('/');
            int turn = Integer.parseInt(chosen.substring(0, slash));
            int turns = Integer.parseInt(chosen.substring(slash + 1));
            if (turn <= turns) {
                return new Turn(chosen, turn - 1, turns);
            }
        }
        throw new IllegalArgumentException("-D" + PROPERTY + "=" + chosen
            + ": expected none, all, or a turn such as 2/4, the second of four");
    }

    /** The turn that the property names. */
    public static Turn chosen() {
        return of(System.getProperty(PROPERTY, NONE));
    }

    /** Whether the turn of a test has come. Its name decides in which turn it runs. */
    public static boolean hasComeFor(String test) {
        return chosen().includes(test);
    }

    /** How many cases or rounds a test has: all if its turn has come, otherwise only a few. */
    public static int count(String test, int few, int all) {
        return hasComeFor(test) ? all : few;
    }

    /** How many of the random cases of the second tier run: all of them, or one in N for a turn {@code K/N}. */
    public static int share(int all) {
        return chosen().of(all);
    }

    /** Whether all tests of the second tier run. */
    public boolean isWhole() {
        return step == 1;
    }

    boolean includes(String test) {
        return includes(test.hashCode());
    }

    /** Whether this turn includes the test that has this number in a list, or this hash code. */
    public boolean includes(int test) {
        return step > 0 && Math.floorMod(test, step) == first;
    }

    int of(int all) {
        return step == 0 ? 0 : all / step;
    }

    /** The turn as the property names it, for a line of output. */
    @Override
    public String toString() {
        return name + " (-D" + PROPERTY + ")";
    }
}
