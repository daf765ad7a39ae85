import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes Java sources from templates in which a block stands once for several primitive types. A block begins with a
 * line {@code //@each TYPE...} (no types: all eight), ends with {@code //@end}, and is repeated with the words
 * {@code $type$}, {@code $Type$}, ... replaced by those of each type; {@link #TYPES} lists them.
 *
 * <p>A line {@code //@define SET OPERATOR TYPE,TYPE,... EXPRESSION} adds an operator to a set. A block that begins with
 * {@code //@each-of SET} is repeated for each of the set's operators and each of that operator's types, with
 * {@code $operator$}, {@code $OPERATOR$} and {@code $expression$} replaced too.
 *
 * <p>Usage: {@code java ExpandTemplates.java TEMPLATE-FOLDER OUTPUT-FOLDER}
 */
final class ExpandTemplates {

    /**
     * One primitive type. A float or double moves as the integer of its bits, so that no conversion can quieten a NaN;
     * a boolean as a byte.
     *
     * @param name the keyword
     * @param carrier the integer type that has its bits
     * @param toBits turns {@code element} into its carrier
     * @param swapped reverses the bytes of {@code bits}
     * @param fromBits turns {@code bits} into the element
     */
    private record Primitive(String name, String carrier, String toBits, String swapped, String fromBits) {

        String expand(String template) {
            return template
                .replace("$type$", name)
                .replace("$Type$", Character.toUpperCase(name.charAt(0)) + name.substring(1))
                .replace("$TYPE$", name.toUpperCase())
                .replace("$carrier$", carrier)
                .replace("$CARRIER$", carrier.toUpperCase())
                .replace("$toBits$", toBits)
                .replace("$swapped$", swapped)
                .replace("$fromBits$", fromBits);
        }
    }

    /** An operator, the types it is defined for, and what it yields. */
    private record Operator(String name, List<String> types, String expression) {

        static Operator parse(String definition) {
            String[] words = definition.split("\\s+", 3);
            return new Operator(words[0], List.of(words[1].split(",")), words[2]);
        }

        String expand(String template) {
            String own = template
                .replace("$operator$", name)
                .replace("$OPERATOR$", name.toUpperCase())
                .replace("$expression$", expression);
            return types.stream().map(type -> TYPES.get(type).expand(own)).collect(Collectors.joining());
        }
    }

    private static final Map<String, Primitive> TYPES = Stream.of(
        new Primitive("byte", "byte", "element", "bits", "bits"),
        new Primitive("char", "char", "element", "Character.reverseBytes(bits)", "bits"),
        new Primitive("short", "short", "element", "Short.reverseBytes(bits)", "bits"),
        new Primitive("boolean", "byte", "(byte) (element ? 1 : 0)", "bits", "bits == 1"),
        new Primitive("int", "int", "element", "Integer.reverseBytes(bits)", "bits"),
        new Primitive("long", "long", "element", "Long.reverseBytes(bits)", "bits"),
        new Primitive("float", "int", "Float.floatToRawIntBits(element)", "Integer.reverseBytes(bits)",
            "Float.intBitsToFloat(bits)"),
        new Primitive("double", "long", "Double.doubleToRawLongBits(element)", "Long.reverseBytes(bits)",
            "Double.longBitsToDouble(bits)"))
        .collect(Collectors.toMap(Primitive::name, Function.identity()));

    private static final List<String> ALL =
        List.of("byte", "char", "short", "boolean", "int", "long", "float", "double");

    private ExpandTemplates() {
    }

    public static void main(String[] arguments) throws IOException {
        Path templates = Path.of(arguments[0]);
        Path output = Path.of(arguments[1]);
        List<Path> sources;
        try (Stream<Path> files = Files.walk(templates)) {
            sources = files.filter(file -> file.toString().endsWith(".java")).toList();
        }
        Set<Path> written = new HashSet<>();
        for (Path source : sources) {
            Path target = output.resolve(templates.relativize(source));
            writeIfChanged(target, expand(source));
            written.add(target);
        }
        deleteOthers(output, written);
    }

    /** What a template left here that has moved since. */
    private static void deleteOthers(Path output, Set<Path> written) throws IOException {
        if (Files.exists(output)) {
            try (Stream<Path> files = Files.walk(output)) {
                for (Path file : files.filter(each -> Files.isRegularFile(each) && !written.contains(each)).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static String expand(Path source) throws IOException {
        StringBuilder expanded = new StringBuilder();
        Map<String, List<Operator>> sets = new HashMap<>();
        List<String> block = null;
        Function<String, String> repeat = Function.identity();
        for (String line : Files.readAllLines(source)) {
            String[] directive = line.strip().split("\\s+", 2);
            String operand = directive.length > 1 ? directive[1] : "";
            switch (directive[0]) {
                case "//@define" -> {
                    String[] definition = operand.split("\\s+", 2);
                    sets.computeIfAbsent(definition[0], _ -> new ArrayList<>()).add(Operator.parse(definition[1]));
                }
                case "//@each" -> {
                    repeat = template -> eachType(operand, template);
                    block = new ArrayList<>();
                }
                case "//@each-of" -> {
                    repeat = template -> sets.get(operand).stream().map(operator -> operator.expand(template))
                        .collect(Collectors.joining());
                    block = new ArrayList<>();
                }
                case "//@end" -> {
                    expanded.append(repeat.apply(String.join("\n", block) + "\n"));
                    block = null;
                }
                default -> {
                    if (block != null) {
                        block.add(line);
                    } else {
                        expanded.append(line).append('\n');
                    }
                }
            }
        }
        if (block != null) {
            throw new IOException(source + ": a block has no //@end");
        }
        return expanded.toString();
    }

    private static String eachType(String named, String template) {
        List<String> types = named.isEmpty() ? ALL : List.of(named.split("\\s+"));
        return types.stream().map(type -> TYPES.get(type).expand(template)).collect(Collectors.joining());
    }

    /** Leaves an up-to-date file alone: the compiler then has nothing to do. */
    private static void writeIfChanged(Path file, String text) throws IOException {
        if (!Files.exists(file) || !Files.readString(file).equals(text)) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        }
    }
}
