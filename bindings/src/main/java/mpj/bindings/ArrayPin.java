package mpj.bindings;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;

/**
 * The native method of {@link PinnedArrays}, and the thread that binds it. No class loader would tell C's functions of
 * a class of this library; but a thread can ask for itself, and so for its class, which is this one.
 */
final class ArrayPin extends Thread {
    private static final FunctionDescriptor ONE = FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final FunctionDescriptor THREE = FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
        JAVA_LONG);
    private static final String JVM = "lib/server/libjvm.so";
    private static final int GET_ENV = 6;
    private static final int JNI_VERSION_1_8 = 0x0001_0008;
    /** More calls than after which the JVM translates a method handle for itself. */
    private static final int WARM_UP = 200;
    private static final ThreadLocal<PinnedArrays.Use> USES = new ThreadLocal<>();

    private volatile boolean bound;

    private ArrayPin() {
        super("mpj-array-pin");
        setDaemon(true);
    }

    /** Whether the native method is bound now. */
    static boolean bind() {
        ArrayPin thread = new ArrayPin();
        thread.start();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return thread.bound;
    }

    static void pin(Object array, PinnedArrays.Use use) {
        if (USES.get() != use) {
            USES.set(use);
        }
        within(array);
    }

    /** Is {@link #use}, which gets a reference to the array. */
    private static native void within(Object array);

    /** What each use calls. */
    private static final class Calls {
        static final MethodHandle PIN;
        static final MethodHandle RELEASE;

        static {
            long environment = environment();
            PIN = JniFunction.GET_PRIMITIVE_ARRAY_CRITICAL.link(environment,
                FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
            RELEASE = JniFunction.RELEASE_PRIMITIVE_ARRAY_CRITICAL.link(environment,
                FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT));
        }
    }

    private static void use(long environment, long type, long array) {
        try {
            long address = (long) Calls.PIN.invokeExact(environment, array, 0L);
            USES.get().tryUse(address);
            Calls.RELEASE.invokeExact(environment, array, address, 0);
        } catch (Throwable e) {
            throw new AssertionError(e); // ends the process; these two throw nothing
        }
    }

    @Override
    public void run() {
        try (Arena arena = Arena.ofConfined()) {
            bind(environment(), arena);
            bound = true;
        } catch (Throwable e) {
            bound = false; // the JVM lies elsewhere, or is another
        }
    }

    private static void bind(long environment, Arena arena) throws Throwable {
        long threads = kept(environment, JniFunction.FIND_CLASS.link(environment, ONE),
            text(arena, "java/lang/Thread"));
        long method = (long) JniFunction.GET_STATIC_METHOD_ID.link(environment, THREE).invokeExact(environment, threads,
            text(arena, "currentThread"), text(arena, "()Ljava/lang/Thread;"));
        long thread = kept(environment, MethodHandles.insertArguments(
            JniFunction.CALL_STATIC_OBJECT_METHOD_A.link(environment, THREE), 2, method, 0L), threads);
        long own = kept(environment, JniFunction.GET_OBJECT_CLASS.link(environment, ONE), thread);
        MethodHandle use = MethodHandles.lookup().findStatic(ArrayPin.class, "use",
            MethodType.methodType(void.class, long.class, long.class, long.class));
        MemorySegment stub = Linux.linker().upcallStub(use,
            FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG, JAVA_LONG), Arena.global());
        MemorySegment natives = arena.allocateFrom(JAVA_LONG, text(arena, "within"),
            text(arena, "(Ljava/lang/Object;)V"), stub.address());
        int result = (int) JniFunction.REGISTER_NATIVES.link(environment, FunctionDescriptor.of(JAVA_INT, JAVA_LONG,
            JAVA_LONG, JAVA_LONG, JAVA_INT)).invokeExact(environment, own, natives.address(), 1);
        if (result != 0) {
            throw new IllegalArgumentException("RegisterNatives says " + result);
        }
    }

    /**
     * What a function returns, as a reference that is kept. The one that it returns holds only until this thread
     * next calls a native method, which the JVM does when it prepares a call. So both calls are made many times before.
     */
    private static long kept(long environment, MethodHandle function, long argument) throws Throwable {
        MethodHandle keep = JniFunction.NEW_GLOBAL_REF.link(environment, ONE);
        long kept = 0;
        for (int i = 0; i <= WARM_UP; i++) {
            long reference = (long) function.invokeExact(environment, argument);
            kept = (long) keep.invokeExact(environment, i < WARM_UP ? 0 : reference);
        }
        return kept;
    }

    private static long text(Arena arena, String text) {
        return arena.allocateFrom(text).address();
    }

    /** The calling thread's JNIEnv. */
    private static long environment() {
        try (Arena arena = Arena.ofConfined()) {
            Path jvm = Path.of(System.getProperty("java.home"), JVM);
            MemorySegment created = SymbolLookup.libraryLookup(jvm, Arena.global()).find("JNI_GetCreatedJavaVMs")
                .orElseThrow(() -> new IllegalArgumentException(jvm + " has no JNI_GetCreatedJavaVMs"));
            MemorySegment number = arena.allocate(JAVA_INT);
            MemorySegment found = arena.allocate(ADDRESS);
            int result = (int) Linux.linker().downcallHandle(created, FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT,
                ADDRESS)).invokeExact(found, 1, number);
            long machine = found.get(JAVA_LONG, 0);
            if (result == 0) {
                result = (int) Linux.linker().downcallHandle(JniFunction.entry(machine, GET_ENV), FunctionDescriptor.of(
                    JAVA_INT, JAVA_LONG, ADDRESS, JAVA_INT)).invokeExact(machine, found, JNI_VERSION_1_8);
            }
            if (result != 0) {
                throw new IllegalArgumentException("JNI says " + result);
            }
            return found.get(JAVA_LONG, 0);
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
