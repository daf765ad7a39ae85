package mpj.runtime.wire;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * Arbitrary records, made from the types of their components. A new message is therefore tested without any change
 * here.
 */
public final class AnyRecord {
    private AnyRecord() {
    }

    /** Any record of a record class. */
    public static <R> Arbitrary<R> of(Class<R> record) {
        List<Arbitrary<Object>> components = new ArrayList<>();
        List<Class<?>> types = new ArrayList<>();
        for (RecordComponent component : record.getRecordComponents()) {
            components.add(any(component).asGeneric());
            types.add(component.getType());
        }
        return Combinators.combine(components).as(values -> {
            try {
                var constructor = record.getDeclaredConstructor(types.toArray(Class<?>[]::new));
                constructor.setAccessible(true);
                return constructor.newInstance(values.toArray());
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        });
    }

    /** Any record of a union. */
    public static <M extends Struct<M>> Arbitrary<M> of(Union<M> union) {
        List<Arbitrary<? extends M>> kinds = new ArrayList<>();
        for (M kind : kinds(union)) {
            @SuppressWarnings("unchecked")
            Class<M> type = (Class<M>) kind.getClass();
            kinds.add(of(type));
        }
        @SuppressWarnings({"unchecked", "rawtypes"})
        Arbitrary<M> any = (Arbitrary<M>) Arbitraries.oneOf((List) kinds);
        return any;
    }

    /** The table of a union. */
    public static <M extends Struct<M>> List<M> kinds(Union<M> union) {
        List<M> kinds = new ArrayList<>();
        try {
            while (true) {
                kinds.add(union.any(kinds.size()));
            }
        } catch (java.net.ProtocolException e) {
            return kinds;
        }
    }

    private static Arbitrary<?> any(RecordComponent component) {
        // A secret has a fixed length. The name of the component distinguishes it from other bytes.
        return component.getName().equals("secret")
            ? Arbitraries.bytes().array(byte[].class).ofSize(JobEnvironment.SECRET_BYTES)
            : any(component.getGenericType());
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Arbitrary<?> any(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            return generic.getRawType() == List.class ? any(arguments[0]).list().ofMaxSize(5)
                : Arbitraries.maps(any(arguments[0]), any(arguments[1])).ofMaxSize(5).map(LinkedHashMap::new);
        }
        Class<?> plain = (Class<?>) type;
        if (plain == int.class || plain == Integer.class) {
            return Arbitraries.integers();
        } else if (plain == long.class) {
            return Arbitraries.longs();
        } else if (plain == boolean.class) {
            return Arbitraries.of(false, true);
        } else if (plain == String.class) {
            return Arbitraries.oneOf(Arbitraries.strings().ascii().ofMaxLength(20),
                Arbitraries.of("", "\0", "é€", "\uD83D\uDE00 a pair", "line\nline"));
        } else if (plain == byte[].class) {
            return Arbitraries.bytes().array(byte[].class).ofMaxSize(40);
        } else if (plain.isEnum()) {
            return Arbitraries.of((Object[]) plain.getEnumConstants());
        } else if (plain.isRecord()) {
            return of((Class) plain);
        }
        try {
            return of((Union) plain.getField("KINDS").get(null));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("no arbitrary value of " + type, e);
        }
    }

    /** A value as text, with the contents of arrays, so that records can be compared. */
    public static String text(Object value) {
        return switch (value) {
            case byte[] bytes -> HexFormat.of().formatHex(bytes);
            case List<?> list -> list.stream().map(AnyRecord::text).toList().toString();
            case Map<?, ?> map -> map.toString();
            case Record record -> record.getClass().getSimpleName() + Arrays.stream(record.getClass()
                .getRecordComponents()).map(component -> text(component(record, component))).toList();
            default -> value.toString();
        };
    }

    private static Object component(Record record, RecordComponent component) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
