package mpjbuf;

import java.lang.reflect.Array;
import java.util.List;
import java.util.Random;

/** Arrays of the nine kinds that sections are written from, by section type. */
final class SampleArrays {
    static final List<Type> SECTION_TYPES = List.of(Type.values()).subList(0, Type.UNDEFINED.getCode());
    /** One type per kind of array: eight primitive ones and OBJECT. */
    static final List<Type> ARRAY_TYPES = SECTION_TYPES.subList(0, Type.OBJECT.getCode() + 1);

    private SampleArrays() {
    }

    static Type arrayType(Type section) {
        return ARRAY_TYPES.stream().filter(section::accepts).findFirst().orElseThrow();
    }

    static Class<?> arrayClass(Type section) {
        return switch (arrayType(section)) {
            case BYTE -> byte[].class;
            case CHAR -> char[].class;
            case SHORT -> short[].class;
            case BOOLEAN -> boolean[].class;
            case INT -> int[].class;
            case LONG -> long[].class;
            case FLOAT -> float[].class;
            case DOUBLE -> double[].class;
            default -> Object[].class;
        };
    }

    static Object zeroed(Type section, int length) {
        return Array.newInstance(arrayClass(section).getComponentType(), length);
    }

    static Object random(Type section, int length, long seed) {
        Random random = new Random(seed);
        Object array = zeroed(section, length);
        for (int i = 0; i < length; i++) {
            Array.set(array, i, element(arrayType(section), random));
        }
        return array;
    }

    private static Object element(Type type, Random random) {
        return switch (type) {
            case BYTE -> (byte) random.nextInt();
            case CHAR -> (char) random.nextInt();
            case SHORT -> (short) random.nextInt();
            case BOOLEAN -> random.nextBoolean();
            case INT -> random.nextInt();
            case LONG -> random.nextLong();
            case FLOAT -> Float.intBitsToFloat(random.nextInt());
            case DOUBLE -> Double.longBitsToDouble(random.nextLong());
            default -> switch (random.nextInt(4)) {
                case 0 -> null;
                case 1 -> "text " + random.nextInt();
                case 2 -> random.nextDouble();
                default -> List.of(random.nextInt(), "member");
            };
        };
    }
}
