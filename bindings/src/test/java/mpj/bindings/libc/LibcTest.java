package mpj.bindings.libc;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import mpj.bindings.Linux;
import mpj.bindings.SystemCall;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Calls functions through the generated descriptors and addresses, in the ways in which callers make their own handles.
 */
@EnabledOnOs(value = OS.LINUX, disabledReason = "the calls are Linux's")
class LibcTest {

    private static final StructLayout CAPTURED = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = CAPTURED.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final Linker.Option CAPTURE_ERRNO = Linker.Option.captureCallState("errno");
    private static final FunctionDescriptor FUTEX =
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS);

    @Test
    void memfdCreateGivesADescriptorOrErrno() throws Throwable {
        MethodHandle create = Linker.nativeLinker()
                .downcallHandle(libc_h.memfd_create$address(), libc_h.memfd_create$descriptor(), CAPTURE_ERRNO);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(CAPTURED);
            int fd = (int) create.invokeExact(state, arena.allocateFrom("bindings"), libc_h.MFD_CLOEXEC());
            assertTrue(fd >= 0, () -> libc_h.strerror(errno(state)).getString(0));
            assertEquals(0, libc_h.ftruncate(fd, 4096));
            assertEquals(0, libc_h.close(fd));
            assertEquals(-1, (int) create.invokeExact(state, arena.allocateFrom("bindings"), -1));
            assertEquals(libc_h.EINVAL(), errno(state));
        }
    }

    @Test
    void futexWaitComesBackWhenTheWordHasChangedOrTheTimeIsOver() throws Throwable {
        MethodHandle futex = Linker.nativeLinker().downcallHandle(libc_h.syscall.address(), FUTEX,
                Linker.Option.firstVariadicArg(1), CAPTURE_ERRNO);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(CAPTURED);
            MemorySegment word = arena.allocateFrom(JAVA_INT, 7);
            MemorySegment timeout = timespec.allocate(arena);
            timespec.tv_nsec(timeout, 1_000_000);
            long number = Linux.number(SystemCall.FUTEX);
            assertEquals(-1L, (long) futex.invokeExact(state, number, word, libc_h.FUTEX_WAIT(), 6, timeout));
            assertEquals(libc_h.EAGAIN(), errno(state));
            assertEquals(-1L, (long) futex.invokeExact(state, number, word, libc_h.FUTEX_WAIT(), 7, timeout));
            assertEquals(libc_h.ETIMEDOUT(), errno(state));
        }
    }

    @Test
    void criticalFutexWakeCountsTheWaitersWoken() throws Throwable {
        MethodHandle futex = Linker.nativeLinker().downcallHandle(libc_h.syscall.address(), FUTEX,
                Linker.Option.firstVariadicArg(1), Linker.Option.critical(false));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment word = arena.allocate(JAVA_INT);
            long number = Linux.number(SystemCall.FUTEX);
            assertEquals(0L,
                    (long) futex.invokeExact(number, word, libc_h.FUTEX_WAKE(), 1, MemorySegment.NULL));
        }
    }

    @Test
    void membarrierTellsWhichCommandsTheKernelHas() throws Throwable {
        MethodHandle membarrier = Linker.nativeLinker().downcallHandle(libc_h.syscall.address(),
                FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT),
                Linker.Option.firstVariadicArg(1), CAPTURE_ERRNO);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(CAPTURED);
            long number = Linux.number(SystemCall.MEMBARRIER);
            long commands = (long) membarrier.invokeExact(state, number, libc_h.MEMBARRIER_CMD_QUERY(), 0, 0);
            assumeTrue(commands != -1 || errno(state) != libc_h.ENOSYS(), "this kernel has no membarrier");
            assertTrue(commands > 0, () -> libc_h.strerror(errno(state)).getString(0));
        }
    }

    @Test
    void processVmReadvCopiesFromAnotherAddress() throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment source = arena.allocateFrom(JAVA_BYTE, (byte) 3, (byte) 1, (byte) 4);
            MemorySegment target = arena.allocate(3);
            MemorySegment local = vectorOf(target, arena);
            MemorySegment remote = vectorOf(source, arena);
            long copied = libc_h.process_vm_readv(libc_h.getpid(), local, 1, remote, 1, 0);
            assumeTrue(copied != -1, "process_vm_readv is not permitted here");
            assertEquals(3, copied);
            assertArrayEquals(new byte[] {3, 1, 4}, target.toArray(JAVA_BYTE));
        }
    }

    @Test
    void schedGetaffinityNamesAtLeastOneCore() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment cores = cpu_set_t.allocate(arena);
            assertEquals(0, libc_h.sched_getaffinity(0, cpu_set_t.sizeof(), cores));
            assertNotEquals(-1L, cores.mismatch(arena.allocate(cpu_set_t.layout())), "no core in the set");
        }
    }

    @Test
    void getpidIsTheProcessThatJavaKnows() {
        assertEquals(ProcessHandle.current().pid(), libc_h.getpid());
    }

    private static MemorySegment vectorOf(MemorySegment memory, Arena arena) {
        MemorySegment vector = iovec.allocate(arena);
        iovec.iov_base(vector, memory);
        iovec.iov_len(vector, memory.byteSize());
        return vector;
    }

    private static int errno(MemorySegment state) {
        return (int) ERRNO.get(state, 0L);
    }
}
