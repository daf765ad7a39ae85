package mpj.core.objects;

import java.io.Serializable;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import mpj.core.datatype.TypeDescriptor;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.transport.spi.SharedObjects;

/**
 * Immutable records that ranks of one JVM hand each other by reference. The message has a key in place of their
 * serialized form. A record and its copy differ only in their identity, so a program cannot tell them apart in any
 * other way.
 *
 * <p>A record can be shared only if both ranks see the same class for it. This is the class that the loader finds that
 * all ranks have in common. In addition, nothing in the record's components may ever change.
 */
public final class SharedRecords {
    /**
     * The first byte of a message that is a key. A stream of serialized objects begins with 0xACED, never with this.
     */
    private static final byte MARK = 0x52;

    private static final Set<Class<?>> IMMUTABLE = Set.of(String.class, Boolean.class, Byte.class, Character.class,
        Short.class, Integer.class, Long.class, Float.class, Double.class);

    private final ClassLoader common;
    /** How records come to this rank by reference; null if they cannot. */
    private final SharedObjects arriving;
    /** Whether the records of a class can be shared, for each class seen so far. */
    private final ConcurrentMap<Class<?>, Boolean> known = new ConcurrentHashMap<>();

    /**
     * The shared records of one rank.
     *
     * @param common loads the classes that all ranks of this JVM have in common
     * @param arriving how objects come to this rank by reference, or null if they cannot
     */
    public SharedRecords(ClassLoader common, SharedObjects arriving) {
        this.common = common;
        this.arriving = arriving;
    }

    /**
     * The message that hands elements over by reference; null if they must be serialized. They always must be
     * serialized if the user has set a filter for accepted objects.
     *
     * @param to how objects go to the receiver by reference
     */
    public byte[] offer(Object[] objects, int offset, int count, TypeDescriptor datatype, SharedObjects to) {
        int elements = count * datatype.elements();
        return elements == 0 || SerialFilter.isChosen() ? null
            : offer(objects, datatype.map().indexes(offset, elements), to);
    }

    private byte[] offer(Object[] objects, int[] indexes, SharedObjects to) {
        Object[] elements = new Object[indexes.length];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = objects[indexes[i]];
            if (elements[i] == null || !isShared(elements[i].getClass())) {
                return null;
            }
        }
        byte[] key = to.offer(elements);
        byte[] message = new byte[1 + key.length];
        message[0] = MARK;
        System.arraycopy(key, 0, message, 1, key.length);
        return message;
    }

    /** Restores the elements of a message. They need not be whole items. */
    public void read(byte[] message, Object[] objects, int offset, int elements, TypeDescriptor datatype) {
        if (message.length == 0 || message[0] != MARK) {
            ObjectMessage.read(message, objects, offset, elements, datatype);
            return;
        }
        try {
            take(message, objects, datatype.map().indexes(offset, elements));
        } catch (ArrayStoreException e) {
            throw ObjectMessage.cannotHold(objects, e);
        }
    }

    private void take(byte[] message, Object[] objects, int[] indexes) {
        Object offered = arriving == null ? null : arriving.take(Arrays.copyOfRange(message, 1, message.length));
        if (!(offered instanceof Object[] elements) || elements.length != indexes.length) {
            throw new EngineException(ErrorClass.ERR_INTERN, "the records that a message hands over are not there");
        }
        for (int i = 0; i < elements.length; i++) {
            objects[indexes[i]] = elements[i];
        }
    }

    private boolean isShared(Class<?> type) {
        Boolean shared = known.get(type);
        if (shared == null) {
            shared = type.isRecord() && Serializable.class.isAssignableFrom(type) && isImmutable(type, new HashSet<>());
            known.put(type, shared);
        }
        return shared;
    }

    /** @param assumed classes that are being examined, because a record may have components of its own class */
    private boolean isImmutable(Class<?> type, Set<Class<?>> assumed) {
        if (type.isPrimitive() || IMMUTABLE.contains(type) || !assumed.add(type)) {
            return true;
        }
        if (!isCommon(type)) {
            return false;
        }
        if (type.isEnum()) {
            return true; // a constant stays the same object, serialized or not
        }
        return type.isRecord() && Serializable.class.isAssignableFrom(type)
            && Arrays.stream(type.getRecordComponents()).map(RecordComponent::getType)
                .allMatch(component -> isImmutable(component, assumed));
    }

    /** Whether all ranks of this JVM see the same class. */
    private boolean isCommon(Class<?> type) {
        try {
            return Class.forName(type.getName(), false, common) == type;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
