package tycho;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Records as bytes. Reading lets in only the record's class and the classes of its components. */
final class Payload {
    private static final int DEEPEST = 32;
    private static final int MOST_REFERENCES = 1_000_000;
    /** What stands in the stream for a collection of the JDK. */
    private static final Set<String> COLLECTIONS = Set.of("java.util.CollSer", "java.util.ArrayList",
        "java.util.HashMap", "java.util.HashSet", "java.util.LinkedHashMap", "java.util.LinkedHashSet",
        "java.util.TreeMap", "java.util.TreeSet", "java.lang.Object", "java.util.Map$Entry", "java.util.Map");

    /** What a CollSer becomes. None of these classes can stand in a stream itself. */
    private static final String IMMUTABLE = "java.util.ImmutableCollections$";

    /** Finds classes as the class of the record does, which need not be known to the loader of Tycho. */
    private static final class RecordStream extends ObjectInputStream {
        private final ClassLoader loader;

        RecordStream(byte[] payload, ClassLoader loader) throws IOException {
            super(new ByteArrayInputStream(payload));
            this.loader = loader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                // A primitive type, of which the name is no class's.
                return super.resolveClass(description);
            }
        }
    }

    private Payload() {
    }

    static byte[] of(Record message) {
        Objects.requireNonNull(message, "the record to send is null");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(message);
        } catch (IOException e) {
            throw new TychoException("the record " + message.getClass().getName() + " cannot be sent: " + e
                + "; the record and what it holds must be Serializable", e);
        }
        return bytes.toByteArray();
    }

    static <R extends Record> R read(byte[] payload, Class<R> type) {
        Set<Class<?>> allowed = new HashSet<>(Set.of(Record.class, Number.class, Enum.class));
        boolean collections = allow(type, allowed);
        try (ObjectInputStream in = new RecordStream(payload, type.getClassLoader())) {
            in.setObjectInputFilter(info -> check(info, allowed, collections, payload.length));
            return type.cast(in.readObject());
        } catch (IOException | ClassNotFoundException | ClassCastException e) {
            throw new TychoException("the message cannot be read as " + type.getName() + ": " + e
                + "; only this class and the classes of its components are deserialized", e);
        }
    }

    private static ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo info, Set<Class<?>> allowed,
            boolean collections, int length) {
        // An array in the stream has at least a byte for each element.
        if (info.depth() > DEEPEST || info.references() > MOST_REFERENCES || info.arrayLength() > length) {
            return ObjectInputFilter.Status.REJECTED;
        }
        Class<?> type = info.serialClass();
        if (type == null) {
            return ObjectInputFilter.Status.UNDECIDED;
        }
        while (type.isArray()) {
            type = type.getComponentType();
        }
        boolean known = type.isPrimitive() || allowed.contains(type) || collections
            && (COLLECTIONS.contains(type.getName()) || type.getName().startsWith(IMMUTABLE));
        return known ? ObjectInputFilter.Status.ALLOWED : ObjectInputFilter.Status.REJECTED;
    }

    /** Adds the classes that a value of a type may have; answers whether there are collections among them. */
    private static boolean allow(Type type, Set<Class<?>> allowed) {
        return switch (type) {
            case ParameterizedType generic -> {
                boolean collections = allow(generic.getRawType(), allowed);
                for (Type argument : generic.getActualTypeArguments()) {
                    collections |= allow(argument, allowed);
                }
                yield collections;
            }
            case WildcardType wildcard -> allow(wildcard.getUpperBounds()[0], allowed);
            case Class<?> simple when simple.isArray() -> allow(simple.getComponentType(), allowed);
            case Class<?> simple when List.of(List.class, Set.class, Map.class).contains(simple) -> true;
            case Class<?> simple when simple.isRecord() -> allowed.add(simple) && allowComponents(simple, allowed);
            case Class<?> simple -> {
                allowed.add(simple);
                yield false;
            }
            default -> false;
        };
    }

    private static boolean allowComponents(Class<?> record, Set<Class<?>> allowed) {
        boolean collections = false;
        for (RecordComponent component : record.getRecordComponents()) {
            collections |= allow(component.getGenericType(), allowed);
        }
        return collections;
    }
}
