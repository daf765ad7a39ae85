package mpj.transport.shm;

import static mpj.transport.ring.Words.INTS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import mpj.transport.spi.TransportException;

/** The allocations of peers that this rank has mapped in order to read them. Used by one thread at a time. */
final class MappedAllocations implements AutoCloseable {
    /**
     * An allocation of a peer.
     *
     * @param memory the memory that the peer's program uses
     * @param copy copies out of that memory, with the peer's help
     */
    record Mapped(int process, long number, MemorySegment header, MemorySegment memory, HelpedCopy copy,
                  Arena arena) {
        private boolean is(int ofProcess, long withNumber) {
            return number == withNumber && process == ofProcess;
        }

        private boolean isFreed() {
            return (int) INTS.getAcquire(header, AllocationLayout.FREED_AT) != 0;
        }
    }

    /** The one found last stands first, because most often it is also the next one. */
    private final List<Mapped> all = new ArrayList<>();

    /**
     * Finds an allocation, and maps it if it is not mapped yet.
     *
     * @param process the process that owns it
     * @param descriptor the descriptor under which that process has the file open
     * @param number the file's {@link MemoryFile#number}
     * @param bytes its size
     * @throws TransportException when it is not mapped yet and was freed already, or is smaller
     */
    Mapped find(int process, int descriptor, long number, long bytes) {
        for (int i = 0; i < all.size(); i++) {
            Mapped each = all.get(i);
            if (each.is(process, number)) {
                if (i > 0) {
                    all.set(i, all.getFirst());
                    all.set(0, each);
                }
                return each;
            }
        }
        tidy();
        Mapped added = map(process, descriptor, number, bytes);
        all.addFirst(added);
        return added;
    }

    private static Mapped map(int process, int descriptor, long number, long bytes) {
        Arena arena = Arena.ofShared();
        try (MemoryFile file = MemoryFile.open(process, descriptor, number)) {
            long there = file.bytes() - AllocationLayout.MEMORY_AT;
            if (bytes < 0 || bytes > there) {
                // Mapping more bytes than the file has would make the file longer.
                throw new TransportException("a peer's packet is damaged: " + bytes + " bytes of memory that has "
                    + there);
            }
            MemorySegment whole = file.map(0, AllocationLayout.MEMORY_AT + bytes, arena);
            MemorySegment header = whole.asSlice(0, AllocationLayout.MEMORY_AT);
            return new Mapped(process, number, header, whole.asSlice(AllocationLayout.MEMORY_AT),
                new HelpedCopy(header), arena);
        } catch (RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /** Unmaps the allocations that their owners have freed. */
    void tidy() {
        unmap(Mapped::isFreed);
    }

    /** Unmaps the allocations of one process. */
    void forget(int process) {
        unmap(each -> each.process == process);
    }

    private void unmap(Predicate<Mapped> which) {
        all.removeIf(each -> {
            boolean goes = which.test(each);
            if (goes) {
                each.arena.close();
            }
            return goes;
        });
    }

    @Override
    public void close() {
        unmap(_ -> true);
    }
}
