package mpjbuf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Any sequence of calls, legal or not, has the results and exceptions that a model of the buffer's states predicts. */
final class StateProperties {
    private static final int CAPACITY = 200;
    private static final int OFFSET = 5;
    private static final List<Type> TYPES =
        List.of(Type.BYTE, Type.INT, Type.DOUBLE, Type.INT_DYNAMIC, Type.OBJECT);

    enum Call { PUT_HEADER, WRITE, GET_HEADER, READ, SCATTER, STR_SCATTER, SIZE, REMAINING, COMMIT, CLEAR, FREE }

    record Step(Call call, Type type, int elements) {
    }

    @Property(tries = 3000)
    void everyCallDoesWhatItsStateAllows(@ForAll("steps") List<Step> steps) {
        Buffer buffer = new Buffer(BufferFactory.create(CAPACITY), OFFSET, CAPACITY);
        int staticBytes = buffer.getStaticBuffer().getCapacity() - OFFSET;
        Model model = new Model(staticBytes);
        for (Step step : steps) {
            Class<?> expected = model.apply(step);
            assertEquals(expected, thrown(buffer, step), () -> step + " of " + steps);
            assertEquals(model.writable && !model.freed, buffer.isWritable());
            assertEquals(model.freed ? 0 : model.size, buffer.getSize(), () -> step + " of " + steps);
        }
        buffer.free();
    }

    private static Class<?> thrown(Buffer buffer, Step step) {
        Object array = SampleArrays.random(step.type, step.elements, 3);
        Move range = new Move.Range(0, step.elements);
        try {
            switch (step.call) {
                case PUT_HEADER -> buffer.putSectionHeader(step.type);
                case WRITE -> range.put(buffer, step.type, array);
                case GET_HEADER -> buffer.getSectionHeader();
                case READ -> range.take(buffer, step.type, array);
                case SCATTER -> new Move.Indexed(range.indexes(), 0).take(buffer, step.type, array);
                case STR_SCATTER -> new Move.Strided(0, List.of(step.elements), List.of(1))
                    .take(buffer, step.type, array);
                case SIZE -> buffer.getSectionSize();
                case REMAINING -> buffer.getRemaining();
                case COMMIT -> buffer.commit();
                case CLEAR -> buffer.clear();
                case FREE -> buffer.free();
                default -> throw new AssertionError(step);
            }
            return null;
        } catch (BufferException e) {
            return e.getClass();
        }
    }

    /** The expected content of the buffer, in lists. */
    private static final class Model {
        private record Section(Type type, int elements) {
        }

        private final int capacity;
        private final List<Section> sections = new ArrayList<>();
        private boolean writable = true;
        private boolean freed;
        private boolean inSection;
        private int next;
        private int left;
        private int size;

        Model(int capacity) {
            this.capacity = capacity;
        }

        /** Returns the expected exception, or null for none. */
        Class<?> apply(Step step) {
            if (step.call == Call.FREE) {
                freed = true;
                return null;
            }
            if (freed) {
                return WrongStateException.class;
            }
            return switch (step.call) {
                case PUT_HEADER -> putHeader(step.type);
                case WRITE -> write(step);
                case GET_HEADER -> getHeader();
                case READ, SCATTER, STR_SCATTER -> read(step);
                case SIZE -> inSection ? null : WrongStateException.class;
                case REMAINING -> writable ? WrongStateException.class : null;
                case COMMIT -> {
                    writable = false;
                    inSection = false;
                    next = 0;
                    left = 0;
                    yield null;
                }
                default -> {
                    sections.clear();
                    writable = true;
                    inSection = false;
                    size = 0;
                    yield null;
                }
            };
        }

        private Class<?> putHeader(Type type) {
            if (!writable) {
                return WrongStateException.class;
            }
            int start = (size + 7) / 8 * 8;
            if (start + 8 > capacity) {
                return BufferOverflowException.class;
            }
            sections.add(new Section(type, 0));
            size = start + 8;
            inSection = true;
            return null;
        }

        private Class<?> write(Step step) {
            if (!writable || !inSection) {
                return WrongStateException.class;
            }
            Section last = sections.getLast();
            if (!fits(last.type, step.type)) {
                return TypeMismatchException.class;
            }
            int bytes = last.type.isDynamic() ? 0 : (int) last.type.bytes(step.elements);
            if (size + bytes > capacity) {
                return BufferOverflowException.class;
            }
            size += bytes;
            sections.set(sections.size() - 1, new Section(last.type, last.elements + step.elements));
            return null;
        }

        private Class<?> getHeader() {
            if (writable) {
                return WrongStateException.class;
            }
            if (left > 0) {
                return SectionSizeMismatchException.class;
            }
            if (next == sections.size()) {
                return BufferUnderflowException.class;
            }
            left = sections.get(next).elements;
            next++;
            inSection = true;
            return null;
        }

        private Class<?> read(Step step) {
            if (writable) {
                return WrongStateException.class;
            }
            if (!inSection) {
                return step.call == Call.STR_SCATTER ? TypeMismatchException.class : WrongStateException.class;
            }
            if (!fits(sections.get(next - 1).type, step.type)) {
                return TypeMismatchException.class;
            }
            if (step.elements > left) {
                return SectionSizeMismatchException.class;
            }
            left -= step.elements;
            return null;
        }

        private static boolean fits(Type section, Type array) {
            return section == array || List.of(section, array).containsAll(List.of(Type.INT, Type.INT_DYNAMIC));
        }
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        // Legal calls of one type come so often that the sequences reach many states.
        Arbitrary<Call> calls = Arbitraries.frequency(
            Tuple.of(5, Call.PUT_HEADER), Tuple.of(8, Call.WRITE),
            Tuple.of(6, Call.GET_HEADER), Tuple.of(6, Call.READ),
            Tuple.of(2, Call.SCATTER), Tuple.of(2, Call.STR_SCATTER),
            Tuple.of(1, Call.SIZE), Tuple.of(1, Call.REMAINING),
            Tuple.of(3, Call.COMMIT), Tuple.of(1, Call.CLEAR));
        Arbitrary<Step> any = Combinators.combine(calls, Arbitraries.of(TYPES),
            Arbitraries.integers().between(0, 9)).as(Step::new);
        Arbitrary<Step> free = Arbitraries.just(new Step(Call.FREE, Type.INT, 0));
        return Arbitraries.frequencyOf(Tuple.of(60, any), Tuple.of(1, free))
            .list().ofMaxSize(40);
    }
}
