package mpj.bindings;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the generated bindings with the headers from which they were generated, as the C compiler of each machine
 * reads them.
 */
class AbiTest {

    private static final String LIBRARIES = "mpj.bindings.GeneratedLibrary#all";

    @TempDir
    private Path scratch;

    @ParameterizedTest
    @MethodSource("librariesOnTargets")
    void layoutsHaveTheSizesAlignmentsAndOffsetsOfTheHeaders(GeneratedLibrary library, HeaderCompiler.Target target)
            throws Exception {
        List<Comparison> comparisons = new ArrayList<>();
        library.layouts().forEach((type, layout) -> {
            if (target == HeaderCompiler.Target.AARCH64 && PthreadMutex.isIn(type, layout)) {
                compareMembers(type, "", PthreadMutex.before(type, layout), 0, comparisons);
                return;
            }
            comparisons.add(new Comparison("sizeof(" + type + ")", layout.byteSize()));
            comparisons.add(new Comparison("_Alignof(" + type + ")", layout.byteAlignment()));
            if (layout instanceof GroupLayout group) {
                compareMembers(type, "", group, 0, comparisons);
            }
        });
        check(library, target, comparisons);
    }

    @ParameterizedTest
    @MethodSource("librariesOnTargets")
    void constantsHaveTheValuesOfTheHeaders(GeneratedLibrary library, HeaderCompiler.Target target) throws Exception {
        List<Comparison> comparisons = new ArrayList<>();
        library.constants().forEach((name, value) -> {
            comparisons.add(new Comparison("sizeof(" + name + ")", size(name, value)));
            comparisons.add(new Comparison(signed(name, value), number(name, value)));
        });
        check(library, target, comparisons);
    }

    @ParameterizedTest
    @MethodSource(LIBRARIES)
    void everyFunctionResolvesOnThisHost(GeneratedLibrary library) throws Exception {
        library.skipUnlessInstalled();
        assertAll(library.functions().entrySet().stream().map(function ->
                () -> assertDoesNotThrow(() -> function.getValue().invoke(null), function.getKey())));
    }

    @ParameterizedTest
    @MethodSource(LIBRARIES)
    void theSymbolsListedAreGeneratedAndNoOthers(GeneratedLibrary library) throws Exception {
        assertEquals(library.listed("function"), library.functions().keySet());
        assertEquals(library.listed("constant"), library.constants().keySet());
        assertEquals(library.listed("struct", "union", "typedef"), library.layouts().keySet().stream()
                .filter(type -> !GeneratedLibrary.BASIC_TYPES.containsValue(type))
                .map(type -> type.replaceFirst("^(struct|union) ", "")).collect(Collectors.toSet()));
    }

    /** A value that gcc computes, and the same value in the bindings. */
    private record Comparison(String expression, long generated) {
    }

    @ParameterizedTest
    @EnumSource
    void systemCallsHaveTheNumbersOfTheHeaders(HeaderCompiler.Target target) throws Exception {
        List<Comparison> comparisons = Stream.of(SystemCall.values())
                .map(call -> new Comparison(call.constant(), call.on(target.machine()))).toList();
        check(new GeneratedLibrary("libc"), target, comparisons);
    }

    static List<Arguments> librariesOnTargets() throws IOException {
        List<Arguments> all = new ArrayList<>();
        for (HeaderCompiler.Target target : HeaderCompiler.Target.values()) {
            GeneratedLibrary.all().forEach(library -> all.add(Arguments.of(library, target)));
        }
        return all;
    }

    private void check(GeneratedLibrary library, HeaderCompiler.Target target, List<Comparison> comparisons)
            throws Exception {
        List<Long> inC = new HeaderCompiler(target, library.headers(), library.includeOptions(), scratch)
                .evaluate(comparisons.stream().map(Comparison::expression).toList());
        assertEquals(comparisons.size(), inC.size());
        assertAll(IntStream.range(0, inC.size()).mapToObj(i -> () ->
                assertEquals(inC.get(i), comparisons.get(i).generated(), comparisons.get(i).expression())));
    }

    /**
     * Goes through the members of {@code group}, which lies at {@code base} in {@code type} under the name {@code
     * prefix}.
     */
    private static void compareMembers(String type, String prefix, GroupLayout group, long base,
            Collection<Comparison> comparisons) {
        for (MemoryLayout member : group.memberLayouts()) {
            if (member.name().isEmpty()) {
                continue; // padding, whose size shows in the offset of the next member
            }
            String name = member.name().get();
            long offset = base + group.byteOffset(PathElement.groupElement(name));
            if (isAnonymous(name)) {
                compareMembers(type, prefix, (GroupLayout) member, offset, comparisons);
                continue;
            }
            String path = prefix + name;
            comparisons.add(new Comparison("offsetof(" + type + ", " + path + ")", offset));
            comparisons.add(new Comparison("sizeof(((" + type + " *) 0)->" + path + ")", member.byteSize()));
            compareInside(type, path, member, offset, comparisons);
        }
    }

    private static void compareInside(String type, String path, MemoryLayout member, long offset,
            Collection<Comparison> comparisons) {
        switch (member) {
            case GroupLayout nested -> compareMembers(type, path + ".", nested, offset, comparisons);
            case SequenceLayout array -> {
                MemoryLayout element = array.elementLayout();
                comparisons.add(new Comparison("sizeof(((" + type + " *) 0)->" + path + "[0])", element.byteSize()));
                compareInside(type, path + "[0]", element, offset, comparisons);
            }
            default -> { }
        }
    }

    /** jextract's mark for a struct or union without a name. C reaches its members through the enclosing one. */
    private static boolean isAnonymous(String layoutName) {
        return layoutName.startsWith("$anon$");
    }

    /** An expression for the bits of the constant as a signed integer, which is how Java has them. */
    private static String signed(String name, Object value) {
        return switch ((int) size(name, value)) {
            case Byte.BYTES -> "(signed char) " + name;
            case Short.BYTES -> "(short) " + name;
            case Integer.BYTES -> "(int) " + name;
            default -> "(long long) " + name;
        };
    }

    private static long number(String name, Object value) {
        return switch (value) {
            case Byte b -> b;
            case Short s -> s;
            case Integer i -> i;
            case Long l -> l;
            case MemorySegment pointer when pointer.byteSize() == 0 -> pointer.address();
            default -> throw new AssertionError(name + ": no comparison is written for a " + value.getClass());
        };
    }

    private static long size(String name, Object value) {
        return switch (value) {
            case Byte b -> Byte.BYTES;
            case Short s -> Short.BYTES;
            case Integer i -> Integer.BYTES;
            case Long l -> Long.BYTES;
            case MemorySegment pointer -> ValueLayout.ADDRESS.byteSize();
            default -> throw new AssertionError(name + ": no comparison is written for a " + value.getClass());
        };
    }
}
