package mpi;

import java.io.Serializable;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import mpj.engine.ErrorClass;
import mpj.transport.spi.SharedObjects;

/**
 * Immutable records that ranks of one JVM hand each other by reference: a message has a key in place of their
 * serialized form. Nobody can tell the record from its copy but by its identity.
 *
 * <p>Only a record whose class is the same for both ranks can be shared: one that the loader finds which all ranks have
 * in common. Its components must be such that nothing in them can change.
 */
final class SharedRecords {
    /** Begins a message that is a key. A stream of serialized objects begins with 0xACED, never with this. */
    private static final byte MARK = 0x52;

    private static final Set<Class<?>> IMMUTABLE = Set.of(String.class, Boolean.class, Byte.class, Character.class,
        Short.class, Integer.class, Long.class, Float.class, Double.class);
    /** Whether a class is of such records. */
    private static final ConcurrentMap<Class<?>, Boolean> KNOWN = new ConcurrentHashMap<>();

    private SharedRecords() {
    }

    /** The message that hands these elements over, or null if they must be serialized. */
    static byte[] offer(Object[] objects, int[] indexes, SharedObjects shared) {
        Object[] elements = new Object[indexes.length];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = objects[indexes[i]];
            if (elements[i] == null || !isShared(elements[i].getClass())) {
                return null;
            }
        }
        byte[] key = shared.offer(elements);
        byte[] message = new byte[1 + key.length];
        message[0] = MARK;
        System.arraycopy(key, 0, message, 1, key.length);
        return message;
    }

    static boolean isKey(byte[] message) {
        return message.length > 0 && message[0] == MARK;
    }

    /** Puts what a message hands over where it belongs. */
    static void take(byte[] message, Object[] objects, int[] indexes, SharedObjects shared) {
        Object offered = shared == null ? null : shared.take(Arrays.copyOfRange(message, 1, message.length));
        if (!(offered instanceof Object[] elements) || elements.length != indexes.length) {
            throw new MPIException(ErrorClass.ERR_INTERN, "the records that a message hands over are not there");
        }
        for (int i = 0; i < elements.length; i++) {
            objects[indexes[i]] = elements[i];
        }
    }

    private static boolean isShared(Class<?> type) {
        Boolean known = KNOWN.get(type);
        if (known == null) {
            known = type.isRecord() && Serializable.class.isAssignableFrom(type) && isImmutable(type, new HashSet<>());
            KNOWN.put(type, known);
        }
        return known;
    }

    /** @param assumed classes that are being looked at: a record may have components of its own class */
    private static boolean isImmutable(Class<?> type, Set<Class<?>> assumed) {
        if (type.isPrimitive() || IMMUTABLE.contains(type) || !assumed.add(type)) {
            return true;
        }
        if (!isCommon(type)) {
            return false;
        }
        if (type.isEnum()) {
            return true; // a constant is itself, serialized or not
        }
        return type.isRecord() && Serializable.class.isAssignableFrom(type)
            && Arrays.stream(type.getRecordComponents()).map(RecordComponent::getType)
                .allMatch(component -> isImmutable(component, assumed));
    }

    /** Whether all ranks of this JVM see the same class: the parent of this rank's loader is the one they share. */
    private static boolean isCommon(Class<?> type) {
        ClassLoader common = SharedRecords.class.getClassLoader().getParent();
        try {
            return Class.forName(type.getName(), false, common) == type;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
