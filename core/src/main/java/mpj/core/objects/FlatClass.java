package mpj.core.objects;

import java.io.Externalizable;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A class whose objects are flat. An object is flat if the JDK's object streams would keep only primitives and values,
 * such as Strings, of it, and if its class takes no part in its serialization. Such an object is a row of a fixed size.
 * An object stream looks up the same things for each object; here they are looked up only once. {@link FlatObjects}
 * makes messages of such objects.
 */
final class FlatClass {
    /** The methods and fields by which a class takes part in its serialization. */
    private static final Set<String> OWN_FORM =
        Set.of("writeObject", "readObject", "readObjectNoData", "writeReplace", "readResolve");
    private static final String OWN_FIELDS = "serialPersistentFields";
    /**
     * Classes with more fields are left to the object streams, because a method handle has a limited number of
     * parameters.
     */
    private static final int MAXIMUM_FIELDS = 32;

    private static final ClassValue<Optional<FlatClass>> KNOWN = new ClassValue<>() {
        @Override
        protected Optional<FlatClass> computeValue(Class<?> type) {
            try {
                return Optional.of(new FlatClass(type));
            } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
                return Optional.empty(); // also if its module hides its fields from this library
            }
        }
    };

    /** The names and types of the fields in their order. Two ranks must agree on them. */
    final String fields;
    /** The size of an object's row, in bytes. */
    final int bytes;
    private final MethodHandle writer;
    private final MethodHandle reader;

    /** @throws IllegalArgumentException if its objects are not flat */
    private FlatClass(Class<?> type) throws ReflectiveOperationException {
        requireFlat(type);
        List<Field> stored = type.isRecord() ? components(type) : serializable(type);
        require(!stored.isEmpty() && stored.size() <= MAXIMUM_FIELDS);
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        RowAccess access = new RowAccess(type);
        for (Field field : stored) {
            require(type.isRecord() || !Modifier.isFinal(field.getModifiers()));
            field.setAccessible(true);
            access.add(lookup, field);
        }
        bytes = access.bytes();
        fields = stored.stream().map(field -> field.getName() + ':' + field.getType().getName())
            .collect(Collectors.joining(" "));
        writer = access.writer();
        reader = type.isRecord() ? access.reader(lookup.unreflectConstructor(canonical(type)))
            : access.reader(maker(type, lookup), stored, lookup);
    }

    /** The description of a class; null if its objects are not flat. */
    static FlatClass of(Class<?> type) {
        return KNOWN.get(type).orElse(null);
    }

    private static void require(boolean flat) {
        if (!flat) {
            throw new IllegalArgumentException("not flat");
        }
    }

    private static void requireFlat(Class<?> type) {
        require(Serializable.class.isAssignableFrom(type) && !Externalizable.class.isAssignableFrom(type)
            && !type.isEnum() && !type.isArray() && !type.isInterface() && !type.isHidden()
            && !Modifier.isAbstract(type.getModifiers()));
        // Superclasses also count, even those that are not Serializable, because writeReplace and readResolve are
        // inherited.
        for (Class<?> declaring = type; declaring != Object.class; declaring = declaring.getSuperclass()) {
            require(Arrays.stream(declaring.getDeclaredMethods()).map(Method::getName).noneMatch(OWN_FORM::contains)
                && Arrays.stream(declaring.getDeclaredFields()).map(Field::getName).noneMatch(OWN_FIELDS::equals));
        }
    }

    private static List<Field> components(Class<?> type) throws NoSuchFieldException {
        List<Field> fields = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            fields.add(type.getDeclaredField(component.getName()));
        }
        return fields;
    }

    /** The fields that an object stream would write, beginning with the fields of superclasses. */
    private static List<Field> serializable(Class<?> type) throws NoSuchFieldException {
        List<Field> fields = new ArrayList<>();
        if (Serializable.class.isAssignableFrom(type.getSuperclass())) {
            fields.addAll(serializable(type.getSuperclass()));
        }
        for (ObjectStreamField field : ObjectStreamClass.lookup(type).getFields()) {
            fields.add(type.getDeclaredField(field.getName()));
        }
        return fields;
    }

    private static Constructor<?> canonical(Class<?> type) throws NoSuchMethodException {
        Constructor<?> constructor = type.getDeclaredConstructor(Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType).toArray(Class<?>[]::new));
        constructor.setAccessible(true);
        return constructor;
    }

    /**
     * Makes objects as an object stream does: by the constructor of the first superclass that is not Serializable. The
     * JDK has a class that offers this to libraries that serialize. That class is looked up by reflection, since javac
     * warns of every use of it. The constructor that it returns is also called by reflection, because a method handle
     * of the constructor itself would make an object of the superclass.
     */
    private static MethodHandle maker(Class<?> type, MethodHandles.Lookup lookup) throws ReflectiveOperationException {
        Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
        Object instance = factory.getMethod("getReflectionFactory").invoke(null);
        Object constructor = factory.getMethod("newConstructorForSerialization", Class.class).invoke(instance, type);
        require(constructor != null);
        MethodHandle call = lookup.findVirtual(Constructor.class, "newInstance",
            MethodType.methodType(Object.class, Object[].class));
        return MethodHandles.insertArguments(call.asFixedArity(), 0, constructor, new Object[0]);
    }

    /** Writes an object's row. The object's values are added to those of the message. */
    void write(Object object, byte[] rows, int at, List<Object> values) {
        try {
            writer.invokeExact(object, rows, at, values);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Makes the object of a row. */
    Object read(byte[] rows, int at, Object[] values) {
        try {
            return (Object) reader.invokeExact(rows, at, values);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // thrown by a superclass's constructor
        }
    }
}
