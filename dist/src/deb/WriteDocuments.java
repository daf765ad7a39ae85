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
 * Writes the documents that Debian's policy wants compressed, which are the package's changelog and its manual pages:
 * WriteDocuments VERSION TIME FOLDER PAGE.... The files are the same for every build.
 */
public class WriteDocuments {
    /** The byte of the header (RFC 1952) that tells how data was compressed, and its value for the best compression. */
    private static final int EXTRA_FLAGS = 8;
    private static final byte BEST = 2;
    /** The date format of Debian's changelogs: the day has two digits, and the zone is a number. */
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss xx",
        Locale.ENGLISH);

    /** Compresses like gzip -9n. */
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
