package mpj.transport.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import mpj.bindings.verbs.verbs_h;

/**
 * The memory of the {@linkplain PeerWord words} of all peers. It grows as peers are met, by a page for {@value
 * #PER_PAGE} of them, which is registered with the device at once.
 */
final class PeerWords implements AutoCloseable {
    private static final int PER_PAGE = 64;
    /** A page has first all words, which the peers write, and then the values that this rank keeps for each peer. */
    private static final long OWN_AT = (long) PER_PAGE * PeerWord.BYTES;
    private static final long PAGE_BYTES = OWN_AT + (long) PER_PAGE * PeerWord.OWN_BYTES;

    private record Page(MemorySegment memory, Registration registration) {
        PeerWord word(int place) {
            return new PeerWord(memory, registration, (long) place * PeerWord.BYTES,
                OWN_AT + (long) place * PeerWord.OWN_BYTES);
        }
    }

    private final Device device;
    private final Arena arena;
    private final List<Page> pages = new ArrayList<>();
    /** The memory of a page that the device has refused, for the next try; or null. */
    private MemorySegment refused;
    private int given;

    PeerWords(Device device, Arena arena) {
        this.device = device;
        this.arena = arena;
    }

    /** The word of a peer that is met for the first time. */
    PeerWord next() {
        int place = given % PER_PAGE;
        if (place == 0) {
            pages.add(newPage());
        }
        given++;
        return pages.getLast().word(place);
    }

    private Page newPage() {
        MemorySegment memory = refused == null ? arena.allocate(PAGE_BYTES, 64) : refused;
        refused = memory;
        Page page = new Page(memory, device.register(memory, verbs_h.IBV_ACCESS_LOCAL_WRITE()
            | verbs_h.IBV_ACCESS_REMOTE_WRITE() | verbs_h.IBV_ACCESS_REMOTE_READ()));
        refused = null;
        return page;
    }

    @Override
    public void close() {
        pages.forEach(page -> page.registration.close());
    }
}
