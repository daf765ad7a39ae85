package mpj.bindings;

/**
 * Java arrays that stay where they are while C functions use their memory, also functions that wait. A foreign call can
 * be given an array only if it is critical, and then the whole JVM waits for it at the next safepoint. The JVM's own
 * {@code GetPrimitiveArrayCritical} pins an array, and the collector goes on, if it is one that can
 * (<a href="https://openjdk.org/jeps/423">JEP 423</a>: G1, from JDK 22 on). Others would stop all collections; who calls
 * this knows which collector there is.
 *
 * <p>That function of JNI takes a reference to the array, such as a native method gets with its arguments, valid until
 * it returns. So there is a native method, {@link ArrayPin#within}, and what it is bound to is Java again: an upcall,
 * which pins the array, uses it, and lets it go. Safe for use by several threads.
 */
public final class PinnedArrays {
    /** What is done with an array while it is pinned. Used by one thread at a time. */
    public abstract static class Use {
        private Throwable failure;

        /** For one thread. */
        protected Use() {
        }

        /**
         * Uses the memory, only until this returns.
         *
         * @param address of the first element
         */
        protected abstract void use(long address);

        /** An upcall must not throw. */
        final void tryUse(long address) {
            try {
                use(address);
            } catch (Throwable e) {
                failure = e;
            }
        }
    }

    private static final class Binding {
        static final boolean DONE = Linux.hasBindings() && ArrayPin.bind();
    }

    private PinnedArrays() {
    }

    /**
     * Whether arrays can be pinned in this JVM, whatever its collector does meanwhile. The first call finds it out.
     *
     * @return false where the JVM's functions cannot be called
     */
    public static boolean areAvailable() {
        return Binding.DONE;
    }

    /**
     * Uses an array in its place.
     *
     * @param array of a primitive type
     * @param use what to do; what it throws is thrown here
     */
    public static void pin(Object array, Use use) {
        use.failure = null;
        ArrayPin.pin(array, use);
        Throwable failure = use.failure;
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        assert failure == null : "use declares no other";
    }
}
