package mpj.bindings;

import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemoryLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * The only structure in use that differs on aarch64: a pthread_mutex_t has 48 bytes there, and 40 bytes on x86-64.
 * libibverbs has one in structures that it allocates itself. The library reads no member after it, so only the members
 * before it must have the same place.
 */
final class PthreadMutex {
    private static final String NAME = "pthread_mutex";
    private static final String MEMBER = "mutex";

    private PthreadMutex() {
    }

    /** Whether a type is a mutex, is a part of one, or has one as a member. */
    static boolean isIn(String type, MemoryLayout layout) {
        return type.contains(NAME) || members(layout).stream().anyMatch(PthreadMutex::isMutex);
    }

    /** The members before the mutex. None of them belongs to it. */
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
