package mpj.watch;

import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import mpj.tools.Site;

/**
 * Finds the places of one thread's calls. Walking the stack takes longer than a short message. So a short call gets the
 * place of the last call with the same arguments, and the place is looked up again from time to time.
 *
 * <p>A call also counts as short if it is short compared with the walk. While one rank walks, its peer waits. If that
 * wait made the peer's call one that is worth a walk, the two ranks would walk for every message from then on, each
 * because of the other.
 */
final class CallSites {
    private static final int PLACES = 256;
    /**
     * The number of consecutive places that a key may have, so that two calls that alternate do not displace each
     * other.
     */
    private static final int PROBES = 8;
    /** A call is worth a walk if it has taken this many times as long as the walk. */
    private static final int WALKS = 100;
    /**
     * The number of calls after which the place is looked up again. It grows as long as the place stays the same. The
     * numbers are odd, so that two lines that alternate are both seen.
     */
    private static final int FIRST_LOOK = 31;
    private static final int LAST_LOOK = 2047;
    private static final StackWalker WALKER = StackWalker.getInstance();
    /**
     * Prefixes of the classes between the program and the code that asks, or between the program and the code in which
     * a thread waits. ProgramLine of module mpj.trace, which no rank loads, has the same list.
     */
    private static final List<String> LIBRARY = List.of("mpj.core.", "mpj.engine.", "mpj.watch.", "java.", "jdk.",
        "sun.", "mpj.transport.", "mpj.bindings.", "mpj.collectives.", "mpj.events.", "mpj.runtime.", "mpjbuf.",
        "mpj.checkpoint.", "mpj.launch.", "mpj.settings.", "mpj.tools.");
    private static final String API = "mpi.";
    private static final String INNERMOST = RankWatch.class.getName();

    private final long above;
    private final Supplier<Site> walker;
    private final LongSupplier clock;
    private final long[] keys = new long[PLACES];
    private final int[] interval = new int[PLACES];
    private final int[] left = new int[PLACES];
    private final CallPlace[] sites = new CallPlace[PLACES];
    /** The duration of the last walk, in nanoseconds. */
    private long lastWalk;

    CallSites() {
        this(WatchProperties.SITE_ABOVE.value(), CallSites::walk, System::nanoTime);
    }

    /**
     * @param above a call is short if it took no more nanoseconds than this
     * @param walker finds the program's place
     */
    CallSites(long above, Supplier<Site> walker, LongSupplier clock) {
        this.above = above;
        this.walker = walker;
        this.clock = clock;
    }

    /**
     * The place of a call that is about to return.
     *
     * @param key a number that is equal for calls with the same arguments
     * @param nanoseconds the duration of the call
     */
    CallPlace of(long key, long nanoseconds) {
        if (above == 0 || nanoseconds > Math.max(above, WALKS * lastWalk)) {
            return new CallPlace(walked());
        }
        int place = place(key);
        if (keys[place] != key || --left[place] < 0) {
            lookUp(place, key);
        }
        return sites[place];
    }

    /** The index where a key is, or is to be put. */
    private int place(long key) {
        int first = (int) ((key ^ key >>> 32) * 0x9E3779B97F4A7C15L >>> 56);
        for (int probe = 0; probe < PROBES; probe++) {
            int place = first + probe & PLACES - 1;
            if (keys[place] == key || sites[place] == null) {
                return place;
            }
        }
        return first & PLACES - 1;
    }

    private void lookUp(int place, long key) {
        Site found = walked();
        boolean same = keys[place] == key && sites[place] != null && found.equals(sites[place].site());
        if (!same) {
            keys[place] = key;
            sites[place] = new CallPlace(found);
        }
        interval[place] = same ? Math.min(2 * interval[place] + 1, LAST_LOOK) : FIRST_LOOK;
        left[place] = interval[place];
    }

    private Site walked() {
        long start = clock.getAsLong();
        Site site = walker.get();
        lastWalk = clock.getAsLong() - start;
        return site;
    }

    private static Site walk() {
        // The frames further in belong to the tool that asks.
        return WALKER.walk(frames -> frames.dropWhile(frame -> !frame.getClassName().equals(INNERMOST))
            .filter(CallSites::isOfProgram).findFirst()).map(CallSites::site).orElse(Site.UNKNOWN);
    }

    /** The program's place in the stack of this thread. */
    static Site ofCaller() {
        return WALKER.walk(frames -> frames.filter(CallSites::isOfProgram).findFirst()).map(CallSites::site)
            .orElse(Site.UNKNOWN);
    }

    private static Site site(StackWalker.StackFrame frame) {
        return site(frame.getFileName(), frame.getLineNumber(), frame.getClassName(), frame.getMethodName());
    }

    private static Site site(String file, int number, String type, String method) {
        String known = file == null ? "?" : file;
        return new Site(number < 0 ? known : known + ":" + number, type + "." + method);
    }

    /** The program's place in the stack of another thread, as the stack was a moment ago. */
    static Site in(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (isOfProgram(frame.getClassName())) {
                return site(frame.getFileName(), frame.getLineNumber(), frame.getClassName(), frame.getMethodName());
            }
        }
        return Site.UNKNOWN;
    }

    private static boolean isOfProgram(StackWalker.StackFrame frame) {
        return isOfProgram(frame.getClassName());
    }

    private static boolean isOfProgram(String name) {
        if (name.startsWith(API) && name.indexOf('.', API.length()) < 0) {
            return false; // packages below the API's belong to the program
        }
        for (int i = 0; i < LIBRARY.size(); i++) {
            if (name.startsWith(LIBRARY.get(i))) {
                return false;
            }
        }
        return true;
    }
}
