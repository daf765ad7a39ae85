package mpj.transport.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import mpj.transport.spi.MemoryRegion;
import org.junit.jupiter.api.Test;

/** Registrations that are kept after their use, and registrations that are not. */
class RegistrationsTest {
    /** The memory whose registration has ended. */
    private final List<MemorySegment> ended = new ArrayList<>();
    private final RegistrationCache<MemoryRegion> cache = new RegistrationCache<>(this::register);
    private final ExposedRegions exposed = new ExposedRegions();

    private MemoryRegion register(MemorySegment memory) {
        return new MemoryRegion() {
            @Override
            public void key(MemorySegment packet, long offset) {
                packet.set(ValueLayout.JAVA_LONG, offset, memory.address());
            }

            @Override
            public void close() {
                ended.add(memory);
            }
        };
    }

    private static long key(MemoryRegion region) {
        MemorySegment packet = MemorySegment.ofArray(new long[1]);
        region.key(packet, 0);
        return packet.get(ValueLayout.JAVA_LONG, 0);
    }

    @Test
    void memoryThatIsUsedAgainIsNotRegisteredAgain() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(100);
            RegistrationCache.Entry<MemoryRegion> first = cache.acquire(memory);
            first.close();
            RegistrationCache.Entry<MemoryRegion> second = cache.acquire(memory);
            assertSame(first.registration(), second.registration());
            assertEquals(memory.address(), key(second));
            assertNotSame(second.registration(), cache.acquire(memory.asSlice(50)).registration());
            assertEquals(List.of(), ended);
            cache.close();
            assertEquals(List.of(memory, memory.asSlice(50)), ended);
        }
    }

    @Test
    void registrationEndsWithTheLastUseOfMemoryWhoseArenaIsClosed() {
        MemorySegment memory;
        RegistrationCache.Entry<MemoryRegion> once;
        RegistrationCache.Entry<MemoryRegion> twice;
        try (Arena arena = Arena.ofConfined()) {
            memory = arena.allocate(100);
            once = cache.acquire(memory);
            twice = cache.acquire(memory);
        }
        once.close();
        assertEquals(List.of(), ended);
        twice.close();
        assertEquals(List.of(memory), ended);
    }

    /** Memory of a C library, which may be freed without notice. */
    @Test
    void registrationOfMemoryWithoutAnArenaEndsWithItsLastUse() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = MemorySegment.ofAddress(arena.allocate(100).address()).reinterpret(100);
            RegistrationCache.Entry<MemoryRegion> once = cache.acquire(memory);
            RegistrationCache.Entry<MemoryRegion> twice = cache.acquire(memory);
            assertSame(once.registration(), twice.registration());
            once.close();
            assertEquals(List.of(), ended);
            twice.close();
            assertEquals(List.of(memory), ended);
            assertNotSame(once.registration(), cache.acquire(memory).registration());
        }
    }

    @Test
    void exposedMemoryEndsOnceWithItselfOrWithAllOthers() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment freed = arena.allocate(100);
            MemorySegment left = arena.allocate(100);
            MemoryRegion region = exposed.add(register(freed));
            MemoryRegion other = exposed.add(register(left));
            assertEquals(left.address(), key(other));
            region.close();
            assertEquals(List.of(freed), ended);
            exposed.close();
            other.close();
            region.close();
            assertEquals(List.of(freed, left), ended);
        }
    }
}
