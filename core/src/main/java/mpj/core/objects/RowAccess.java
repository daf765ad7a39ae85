package mpj.core.objects;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Composes the method handles that move the objects of a class to and from rows. The compiler turns each of them into
 * one method without a loop or a look-up.
 *
 * <p>A row has the fields one after the other, in little-endian order. A field that is a value has a number in the row:
 * its place among the message's values, or {@link #NULL}.
 */
final class RowAccess {
    /** Classes of values. Their objects refer only to objects of their own. */
    private static final Set<Class<?>> VALUES = Set.of(String.class, Boolean.class, Byte.class, Character.class,
        Short.class, Integer.class, Long.class, Float.class, Double.class);
    private static final int NULL = -1;

    private static final MethodHandle BYTES_GET = MethodHandles.arrayElementGetter(byte[].class);
    private static final MethodHandle BYTES_SET = MethodHandles.arrayElementSetter(byte[].class);
    private static final VarHandle INTS = view(int[].class);
    private static final MethodHandle SUM;
    private static final MethodHandle VALUE_GET;
    private static final MethodHandle VALUE_SET;

    static {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        try {
            SUM = lookup.findStatic(Integer.class, "sum", MethodType.methodType(int.class, int.class, int.class));
            VALUE_GET = lookup.findStatic(RowAccess.class, "value",
                MethodType.methodType(Object.class, byte[].class, int.class, Object[].class));
            VALUE_SET = lookup.findStatic(RowAccess.class, "add",
                MethodType.methodType(void.class, byte[].class, int.class, Object.class, List.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Class<?> type;
    /** (object, rows, at, values) → void, for each field. */
    private final List<MethodHandle> writers = new ArrayList<>();
    /** (rows, at, values) → the field. */
    private final List<MethodHandle> readers = new ArrayList<>();
    private int bytes;

    RowAccess(Class<?> type) {
        this.type = type;
    }

    private static VarHandle view(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
    }

    static Object value(byte[] rows, int at, Object[] values) {
        int number = (int) INTS.get(rows, at);
        return number == NULL ? null : values[number];
    }

    static void add(byte[] rows, int at, Object value, List<Object> values) {
        INTS.set(rows, at, value == null ? NULL : values.size());
        if (value != null) {
            values.add(value);
        }
    }

    /** The size of a row. */
    int bytes() {
        return bytes;
    }

    /** Takes the next field. */
    void add(MethodHandles.Lookup lookup, Field field) throws IllegalAccessException {
        Class<?> kind = field.getType();
        MethodHandle getter = lookup.unreflectGetter(field).asType(MethodType.methodType(kind, type));
        // (rows, at, field, values) → void, with the place in the row and the field of an object put in.
        MethodHandle set = MethodHandles.filterArguments(atField(setter(kind)), 2, getter);
        writers.add(MethodHandles.permuteArguments(set,
            MethodType.methodType(void.class, type, byte[].class, int.class, List.class), 1, 2, 0, 3));
        readers.add(atField(getter(kind)));
        bytes += bytes(kind);
    }

    private MethodHandle atField(MethodHandle access) {
        return MethodHandles.filterArguments(access, 1, MethodHandles.insertArguments(SUM, 1, bytes));
    }

    private static int bytes(Class<?> kind) {
        return kind == long.class || kind == double.class ? Long.BYTES
            : kind == short.class || kind == char.class ? Short.BYTES
            : kind == byte.class || kind == boolean.class ? Byte.BYTES : Integer.BYTES;
    }

    private static MethodHandle getter(Class<?> kind) {
        MethodType form = MethodType.methodType(kind, byte[].class, int.class);
        if (!kind.isPrimitive()) {
            requireValue(kind);
            return VALUE_GET.asType(form.appendParameterTypes(Object[].class));
        }
        MethodHandle get = bytes(kind) == 1 ? MethodHandles.explicitCastArguments(BYTES_GET, form)
            : view(kind.arrayType()).toMethodHandle(VarHandle.AccessMode.GET);
        return MethodHandles.dropArguments(get, 2, Object[].class);
    }

    private static MethodHandle setter(Class<?> kind) {
        MethodType form = MethodType.methodType(void.class, byte[].class, int.class, kind);
        if (!kind.isPrimitive()) {
            requireValue(kind);
            return VALUE_SET.asType(form.appendParameterTypes(List.class));
        }
        MethodHandle set = bytes(kind) == 1 ? MethodHandles.explicitCastArguments(BYTES_SET, form)
            : view(kind.arrayType()).toMethodHandle(VarHandle.AccessMode.SET);
        return MethodHandles.dropArguments(set, 3, List.class);
    }

    private static void requireValue(Class<?> kind) {
        if (!VALUES.contains(kind) && !kind.isEnum()) {
            throw new IllegalArgumentException(kind + " is not a value");
        }
    }

    /** (Object, rows, at, values) → void: all fields of an object. */
    MethodHandle writer() {
        return inOrder(writers).asType(
            MethodType.methodType(void.class, Object.class, byte[].class, int.class, List.class));
    }

    private static MethodHandle inOrder(List<MethodHandle> steps) {
        MethodHandle all = steps.getLast();
        for (MethodHandle step : steps.reversed().subList(1, steps.size())) {
            all = MethodHandles.foldArguments(all, step);
        }
        return all;
    }

    /** (rows, at, values) → Object: calls the constructor with all fields. */
    MethodHandle reader(MethodHandle constructor) {
        MethodHandle made = constructor;
        int[] places = new int[3 * readers.size()];
        for (int i = readers.size() - 1; i >= 0; i--) {
            made = MethodHandles.collectArguments(made, i, readers.get(i));
        }
        for (int i = 0; i < places.length; i++) {
            places[i] = i % 3;
        }
        return MethodHandles.permuteArguments(made.asType(made.type().changeReturnType(Object.class)),
            MethodType.methodType(Object.class, byte[].class, int.class, Object[].class), places);
    }

    /** (rows, at, values) → Object: makes an object, then sets each field. */
    MethodHandle reader(MethodHandle maker, List<Field> fields, MethodHandles.Lookup lookup)
        throws IllegalAccessException {
        List<MethodHandle> setters = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            MethodHandle setter = lookup.unreflectSetter(fields.get(i));
            setters.add(MethodHandles.collectArguments(
                setter.asType(setter.type().changeParameterType(0, type)), 1, readers.get(i)));
        }
        MethodHandle object = MethodHandles.dropArguments(MethodHandles.identity(type), 1,
            byte[].class, int.class, Object[].class);
        setters.add(object);
        MethodHandle made =
            MethodHandles.foldArguments(inOrder(setters), maker.asType(MethodType.methodType(type)));
        return made.asType(made.type().changeReturnType(Object.class));
    }
}
