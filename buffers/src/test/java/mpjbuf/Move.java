package mpjbuf;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A call that moves elements between an array and a buffer, and an independent list of the elements that it moves. */
sealed interface Move {

    /** The indexes of the elements, in order. */
    List<Integer> indexes();

    String putName();

    String takeName();

    /** The arguments after the array. */
    Object[] arguments();

    default int count() {
        return indexes().size();
    }

    /** The smallest array the call accepts. */
    default int length() {
        return indexes().stream().mapToInt(index -> index + 1).max().orElse(0);
    }

    default void put(Buffer buffer, Type section, Object array) throws BufferException {
        call(buffer, putName(), SampleArrays.arrayClass(section), array);
    }

    default void take(Buffer buffer, Type section, Object array) throws BufferException {
        call(buffer, takeName(), SampleArrays.arrayClass(section), array);
    }

    private void call(Buffer buffer, String name, Class<?> arrayClass, Object array) throws BufferException {
        List<Object> arguments = new ArrayList<>(List.of(array));
        List<Class<?>> types = new ArrayList<>(List.of(arrayClass));
        for (Object argument : arguments()) {
            arguments.add(argument);
            types.add(argument instanceof int[] ? int[].class : int.class);
        }
        try {
            Method method = Buffer.class.getMethod(name, types.toArray(Class<?>[]::new));
            method.invoke(buffer, arguments.toArray());
        } catch (InvocationTargetException e) {
            switch (e.getCause()) {
                case BufferException expected -> throw expected;
                case RuntimeException unchecked -> throw unchecked;
                case Error error -> throw error;
                default -> throw new AssertionError(e.getCause());
            }
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** write and read. */
    record Range(int offset, int elements) implements Move {
        @Override
        public List<Integer> indexes() {
            return IntStream.range(offset, offset + elements).boxed().toList();
        }

        @Override
        public int length() {
            return offset + elements;
        }

        @Override
        public String putName() {
            return "write";
        }

        @Override
        public String takeName() {
            return "read";
        }

        @Override
        public Object[] arguments() {
            return new Object[] {offset, elements};
        }
    }

    /** gather and scatter. */
    record Indexed(List<Integer> list, int skipped) implements Move {
        @Override
        public List<Integer> indexes() {
            return list.subList(skipped, list.size());
        }

        @Override
        public String putName() {
            return "gather";
        }

        @Override
        public String takeName() {
            return "scatter";
        }

        @Override
        public Object[] arguments() {
            return new Object[] {count(), skipped, list.stream().mapToInt(Integer::intValue).toArray()};
        }
    }

    /** strGather and strScatter. */
    record Strided(int start, List<Integer> extents, List<Integer> strides) implements Move {
        @Override
        public List<Integer> indexes() {
            List<Integer> indexes = List.of(start);
            for (int dimension = 0; dimension < extents.size(); dimension++) {
                int extent = extents.get(dimension);
                int stride = strides.get(dimension);
                indexes = indexes.stream()
                    .flatMap(index -> IntStream.range(0, extent).mapToObj(i -> index + i * stride)).toList();
            }
            return indexes;
        }

        @Override
        public String putName() {
            return "strGather";
        }

        @Override
        public String takeName() {
            return "strScatter";
        }

        @Override
        public Object[] arguments() {
            // There is a word before and a word between, so that exts and strs cannot be taken for 0 and rank.
            int rank = extents.size();
            int[] shape = new int[2 * rank + 2];
            Arrays.fill(shape, -7);
            for (int dimension = 0; dimension < rank; dimension++) {
                shape[1 + dimension] = extents.get(dimension);
                shape[2 + rank + dimension] = strides.get(dimension);
            }
            return new Object[] {start, rank, 1, 2 + rank, shape};
        }
    }
}
