package mpj.bindings;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Functions of the JVM that C code calls, by their places in the table of the Java Native Interface. Its specification
 * fixes these. They are called like those of any C library: references to objects, classes, members, and memory are
 * numbers, and so is the environment of the calling thread, which is always the first argument.
 */
enum JniFunction {
    FIND_CLASS("FindClass", 6),
    NEW_GLOBAL_REF("NewGlobalRef", 21),
    GET_OBJECT_CLASS("GetObjectClass", 31),
    GET_STATIC_METHOD_ID("GetStaticMethodID", 113),
    CALL_STATIC_OBJECT_METHOD_A("CallStaticObjectMethodA", 116),
    REGISTER_NATIVES("RegisterNatives", 215),
    GET_PRIMITIVE_ARRAY_CRITICAL("GetPrimitiveArrayCritical", 222),
    RELEASE_PRIMITIVE_ARRAY_CRITICAL("ReleasePrimitiveArrayCritical", 223);

    private final String inC;
    private final int index;

    JniFunction(String inC, int index) {
        this.inC = inC;
        this.index = index;
    }

    /** Its name in jni.h. */
    String inC() {
        return inC;
    }

    /** Its place in the table. */
    int index() {
        return index;
    }

    /** Links it, given any thread's environment: they all have the same table. */
    MethodHandle link(long environment, FunctionDescriptor descriptor) {
        MemorySegment function = entry(environment, index);
        return Linux.linker().downcallHandle(function, descriptor);
    }

    /** An entry of the table that the first word of a structure points to. */
    static MemorySegment entry(long structure, int index) {
        MemoryLayout table = MemoryLayout.sequenceLayout(index + 1L, ValueLayout.ADDRESS);
        return MemorySegment.ofAddress(structure).reinterpret(Long.BYTES)
            .get(ValueLayout.ADDRESS.withTargetLayout(table), 0).getAtIndex(ValueLayout.ADDRESS, index);
    }
}
