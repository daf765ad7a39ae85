package mpj.bindings;

import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemoryLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * The one structure in use that is another on aarch64: a pthread_mutex_t has 48 bytes there, and 40 on x86-64.
 * libibverbs keeps one in structures that it allocates itself, so nothing that lies behind it is read, and only what
 * lies before it must be in the same place.
 */
final class PthreadMutex {
    private static final String NAME = "pthread_mutex";
    private static final String MEMBER = "mutex";

    private PthreadMutex() {
    }

    /** Whether a type is one, or a part of one, or has one as a member. */
    static boolean isIn(String type, MemoryLayout layout) {
        return type.contains(NAME) || members(layout).stream().anyMatch(PthreadMutex::isMutex);
    }

    /** The members that lie before it; none of its own. */
    static GroupLayout before(String type, MemoryLayout layout) {
        List<MemoryLayout> before = new ArrayList<>();
        if (!type.contains(NAME)) {
            for (MemoryLayout member : members(layout)) {
                if (isMutex(member)) {
                    break;
                }
                before.add(member);
            }
        }
        return MemoryLayout.structLayout(before.toArray(MemoryLayout[]::new));
    }

    private static boolean isMutex(MemoryLayout member) {
        return member.name().orElse("").equals(MEMBER);
    }

    private static List<MemoryLayout> members(MemoryLayout layout) {
        return layout instanceof GroupLayout group ? group.memberLayouts() : List.of();
    }
}
