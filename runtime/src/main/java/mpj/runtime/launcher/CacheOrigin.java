package mpj.runtime.launcher;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import mpj.runtime.host.Jdk;

/**
 * The files that an AOT cache was made from: the JDK, and the jars with their lengths and times. This text is appended
 * to the cache, where the JVM does not look. The JVM itself does not notice when a jar has changed: it would run the
 * classes in the cache.
 *
 * @param lines the first has the JDK, each further one a jar
 */
record CacheOrigin(List<String> lines) {
    private static final String MARK = "mpjrun-cache";
    /** Behind the text follow its length, in this number of digits, and the mark. */
    private static final int DIGITS = 10;
    private static final int TAIL = DIGITS + MARK.length();

    /** @param jars of the class path and of the library */
    static CacheOrigin of(Jdk jdk, List<String> jars) {
        List<String> lines = new ArrayList<>(List.of(jdk.home() + " " + jdk.identity()));
        for (String jar : jars) {
            File file = new File(jar);
            lines.add(jar + " " + file.length() + " " + file.lastModified());
        }
        return new CacheOrigin(lines);
    }

    /** Reads the origin from a cache; null if the file was not written by --train. */
    static CacheOrigin read(Path cache) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(cache.toFile(), "r")) {
            String tail = read(file, file.length() - TAIL, TAIL);
            if (!tail.endsWith(MARK)) {
                return null;
            }
            int length = Integer.parseInt(tail.substring(0, DIGITS));
            if (length > file.length() - TAIL) {
                return null;
            }
            return new CacheOrigin(List.of(read(file, file.length() - TAIL - length, length).split("\n")));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static String read(RandomAccessFile file, long from, int length) throws IOException {
        if (from < 0) {
            return "";
        }
        byte[] bytes = new byte[length];
        file.seek(from);
        file.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    void appendTo(Path cache) throws IOException {
        byte[] text = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        String length = Integer.toString(text.length);
        try (var out = Files.newOutputStream(cache, StandardOpenOption.APPEND)) {
            out.write(text);
            out.write(("0".repeat(DIGITS - length.length()) + length + MARK).getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Names the first difference; null when there is none. */
    String difference(CacheOrigin now) {
        if (!lines.getFirst().equals(now.lines.getFirst())) {
            return "another JDK wrote this AOT cache, " + lines.getFirst() + ", and this is " + now.lines.getFirst();
        }
        for (int i = 1; i < Math.min(lines.size(), now.lines.size()); i++) {
            if (!lines.get(i).equals(now.lines.get(i))) {
                String jar = name(now.lines.get(i));
                return name(lines.get(i)).equals(jar) ? jar + " has changed since" : "the class path had "
                    + name(lines.get(i)) + " where it has " + jar;
            }
        }
        return lines.size() == now.lines.size() ? null : "the class path had other entries";
    }

    private static String name(String line) {
        return line.substring(0, line.lastIndexOf(' ', line.lastIndexOf(' ') - 1));
    }
}
