import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes a class that contains the library's tables of algorithms as texts. If the tables were resources, a rank would
 * have to open a jar at its first collective call, which takes some 30 ms.
 *
 * <p>Usage: {@code java EmbedTables.java TABLE-FOLDER OUTPUT-FOLDER}
 */
final class EmbedTables {
    private static final String SUFFIX = ".table";

    private EmbedTables() {
    }

    public static void main(String[] args) throws IOException {
        Map<String, String> tables = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(args[0]), "*" + SUFFIX)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                tables.put(name.substring(0, name.length() - SUFFIX.length()), Files.readString(file));
            }
        }
        Path folder = Files.createDirectories(Path.of(args[1], "mpj", "collectives", "selection"));
        Files.writeString(folder.resolve("BundledTables.java"), source(tables));
    }

    private static String source(Map<String, String> tables) {
        StringBuilder source = new StringBuilder("""
            package mpj.collectives.selection;

            /** The library's tables. Written by EmbedTables from src/main/tables. */
            final class BundledTables {
                private BundledTables() {
                }

                /** The text of the table with a name. */
                static String text(String name) {
                    return switch (name) {
            """);
        tables.forEach((name, text) -> {
            source.append("            case \"").append(name).append("\" -> ");
            text.lines().forEach(line -> source.append("\n                \"")
                .append(line.replace("\\", "\\\\").replace("\"", "\\\"")).append("\\n\" +"));
            source.setLength(source.length() - 2);
            source.append(";\n");
        });
        return source.append("""
                        default -> throw new IllegalArgumentException("there is no table " + name);
                    };
                }
            }
            """).toString();
    }
}
