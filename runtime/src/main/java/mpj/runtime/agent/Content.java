package mpj.runtime.agent;

import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import mpj.runtime.wire.Fields;
import mpj.runtime.wire.Struct;

/**
 * A class path entry and a digest of its contents, which are a file or all files of a folder.
 *
 * @param path the entry's path on the launcher's host
 * @param digest SHA-256 over the names and the SHA-256 of the files, in order; it does not depend on where the contents
 *     are
 */
public record Content(String path, String digest) implements Struct<Content> {
    static final Content ANY = new Content("", "");
    private static final int BUFFER = 64 << 10;

    /**
     * Reads the contents of a file or folder.
     *
     * @throws IOException when the file or folder does not exist or cannot be read
     */
    public static Content of(Path path) throws IOException {
        MessageDigest whole = sha256();
        for (Path file : files(path)) {
            whole.update((name(path, file) + "\0" + digestOf(file) + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return new Content(path.toString(), HexFormat.of().formatHex(whole.digest()));
    }

    @Override
    public Content fields(Fields fields) throws ProtocolException {
        return new Content(fields.text(path), fields.text(digest));
    }

    /** The last name of the path, which the entry has on every host. */
    String fileName() {
        Path name = Path.of(path).getFileName();
        return name == null ? "root" : name.toString();
    }

    /** The SHA-256 of one file, in hexadecimal. */
    static String digestOf(Path file) throws IOException {
        MessageDigest digest = sha256();
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = Files.newInputStream(file)) {
            for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
                digest.update(buffer, 0, got);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** The regular files: the path itself, or all files within it. Their order depends only on their names. */
    static List<Path> files(Path path) throws IOException {
        try (var files = Files.walk(path, FileVisitOption.FOLLOW_LINKS)) {
            return files.filter(Files::isRegularFile).sorted((a, b) -> a.toString().compareTo(b.toString())).toList();
        }
    }

    /** The name of a file within its entry; empty when the file is the entry itself. */
    static String name(Path path, Path file) {
        return path.relativize(file).toString();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }
}
