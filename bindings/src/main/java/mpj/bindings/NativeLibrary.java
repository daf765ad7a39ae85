package mpj.bindings;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * A shared library that a host may lack. It is opened at the first {@link #open} or {@link #find}, so that its
 * constants and layouts can be used without the library. An open library stays open as long as the JVM runs. Several
 * threads may use this object.
 */
public final class NativeLibrary implements SymbolLookup {
    private static final int RTLD_LAZY = 1;

    private final String soname;
    private final String property;
    private volatile SymbolLookup symbols;

    /**
     * Makes an object for a library, and does not open the library yet.
     *
     * @param soname the name by which the dynamic linker finds it, such as {@code libfabric.so.1}
     * @param property the system property that names another file instead
     */
    public NativeLibrary(String soname, String property) {
        this.soname = soname;
        this.property = property;
    }

    /**
     * Opens the library, if it is not open yet.
     *
     * @throws UnsatisfiedLinkError when the library cannot be opened; the message is the dynamic linker's
     */
    public void open() {
        if (symbols == null) {
            String name = name();
            if (!Linux.hasBindings()) {
                throw new UnsatisfiedLinkError(name + ": C libraries are called on Linux on " + Machine.NAMES
                    + " only; " + Linux.instead());
            }
            try {
                symbols = SymbolLookup.libraryLookup(name, Arena.global());
            } catch (IllegalArgumentException e) {
                throw unsatisfied(reason(name), e);
            }
        }
    }

    /**
     * The name of the file that is opened.
     *
     * @return the value of the property, or else the library's own name
     */
    public String name() {
        return System.getProperty(property, soname);
    }

    @Override
    public Optional<MemorySegment> find(String symbol) {
        open();
        return symbols.find(symbol);
    }

    /** The dynamic linker's reason why a library cannot be opened. The JDK does not report it. */
    private static String reason(String name) {
        try (Arena arena = Arena.ofConfined()) {
            Linker linker = Linux.linker();
            SymbolLookup standard = linker.defaultLookup();
            MethodHandle dlopen = linker.downcallHandle(standard.find("dlopen").orElseThrow(),
                FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_INT));
            // dlerror is linked before dlopen is called, because the look-ups of the linking would clear the error.
            MethodHandle dlerror = linker.downcallHandle(standard.find("dlerror").orElseThrow(),
                FunctionDescriptor.of(ADDRESS));
            MemorySegment handle = (MemorySegment) dlopen.invokeExact(arena.allocateFrom(name), RTLD_LAZY);
            MemorySegment error = (MemorySegment) dlerror.invokeExact();
            return handle.equals(MemorySegment.NULL) && !error.equals(MemorySegment.NULL)
                ? error.reinterpret(Long.MAX_VALUE).getString(0) : name + ": cannot be opened";
        } catch (Throwable e) {
            throw unsatisfied(name + ": cannot be opened", e);
        }
    }

    private static UnsatisfiedLinkError unsatisfied(String message, Throwable cause) {
        UnsatisfiedLinkError error = new UnsatisfiedLinkError(message);
        error.initCause(cause);
        return error;
    }
}
