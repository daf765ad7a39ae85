import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/**
 * Writes what Debian's policy wants compressed: the package's changelog and manual pages, as WriteDocuments VERSION
 * TIME FOLDER PAGE.... They are the same for every build.
 */
public class WriteDocuments {
    /** The byte of the header (RFC 1952) that tells how it was compressed, and its value for the best way. */
    private static final int EXTRA_FLAGS = 8;
    private static final byte BEST = 2;
    /** As in a changelog of Debian's, which wants two digits for the day and the zone as a number. */
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss xx",
        Locale.ENGLISH);

    /** Compressed as by gzip -9n. */
    private static final class Best extends GZIPOutputStream {
        Best(ByteArrayOutputStream out) throws IOException {
            super(out);
            def.setLevel(9);
        }
    }

    private static void write(Path file, byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Best best = new Best(bytes)) {
            best.write(content);
        }
        byte[] compressed = bytes.toByteArray();
        compressed[EXTRA_FLAGS] = BEST;
        Files.write(file, compressed);
    }

    public static void main(String[] args) throws IOException {
        Path folder = Files.createDirectories(Path.of(args[2]));
        String changelog = """
            mpj (%s) unstable; urgency=medium

              * What has changed is in /usr/share/mpj/CHANGELOG.md.

             -- The maintainers of MPJ <maintainers@mpj.invalid>  %s
            """.formatted(args[0], OffsetDateTime.parse(args[1]).format(DATE));
        write(folder.resolve("changelog.gz"), changelog.getBytes(StandardCharsets.UTF_8));
        for (String page : Arrays.asList(args).subList(3, args.length)) {
            Path file = Path.of(page);
            write(folder.resolve(file.getFileName() + ".gz"), Files.readAllBytes(file));
        }
    }
}
