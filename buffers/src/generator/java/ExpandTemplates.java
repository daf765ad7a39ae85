import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes Java sources from templates in which a block stands once for several primitive types. A block begins with a
 * line {@code //@each TYPE...} (no types: all eight), ends with {@code //@end}, and is repeated with the words
 * {@code $type$}, {@code $Type$}, ... replaced by those of each type; {@link #TYPES} lists them.
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
        for (Path source : sources) {
            writeIfChanged(output.resolve(templates.relativize(source)), expand(source));
        }
    }

    private static String expand(Path source) throws IOException {
        StringBuilder expanded = new StringBuilder();
        List<String> block = null;
        List<String> types = ALL;
        for (String line : Files.readAllLines(source)) {
            String directive = line.strip();
            if (directive.startsWith("//@each")) {
                List<String> named = Arrays.asList(directive.substring("//@each".length()).strip().split("\\s+"));
                types = named.getFirst().isEmpty() ? ALL : named;
                block = new ArrayList<>();
            } else if (directive.equals("//@end")) {
                String template = String.join("\n", block) + "\n";
                types.forEach(type -> expanded.append(TYPES.get(type).expand(template)));
                block = null;
            } else if (block != null) {
                block.add(line);
            } else {
                expanded.append(line).append('\n');
            }
        }
        if (block != null) {
            throw new IOException(source + ": a block begun with //@each has no //@end");
        }
        return expanded.toString();
    }

    /** Leaves an up-to-date file alone: the compiler then has nothing to do. */
    private static void writeIfChanged(Path file, String text) throws IOException {
        if (!Files.exists(file) || !Files.readString(file).equals(text)) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        }
    }
}
