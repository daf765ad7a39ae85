package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The texts of all errors, log lines and messages to standard error are in plain words and in one style. */
class ErrorTextsTest {
    private static final Path HOME = Path.of(System.getProperty("tests.lib")).getParent().getParent();
    /** The file of all texts, which is meant to be read as a whole. */
    private static final Path FILE = Path.of(System.getProperty("tests.folder"), "error-texts.txt");
    /** Nine tenths of the number of texts when this test was written. */
    private static final int LEAST = 1_300;
    /** Words at which readers stop and read the text again. */
    private static final Pattern HARD = Pattern.compile("\\b(in vain|lest|save for|had best|dear|so far as|none to"
        + "|passed over|cannot be had|anew|needless|of whose|are others than|is another than|nor are|if may be"
        + "|all the same|without a word|of which no|with which no|must be as many)\\b");
    private static final Pattern FULL_STOP = Pattern.compile("[\\w})\\]]\\.$");
    private static final Pattern SEVERAL_SENTENCES = Pattern.compile("[.?] |\\\\n");
    /** A word, not a name such as JUnit or MPI.Init. */
    private static final Pattern CAPITAL = Pattern.compile("[A-Z][a-z]* ");
    /**
     * The JVM's text of an uncaught exception, the JDK's text of a closed arena, and the beginning of a sentence that
     * follows another.
     */
    private static final Pattern NO_TEXTS_OF_OURS = Pattern.compile("Exception in thread |Already closed|It is ");

    private static Collection<ErrorTexts.Text> texts;

    @BeforeAll
    static void collect() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String part : List.of("", "transports", "bench")) {
            try (Stream<Path> modules = Files.list(HOME.resolve(part))) {
                for (Path module : modules.toList()) {
                    addSources(sources, module.resolve("src/main/java"));
                    addSources(sources, module.resolve("src/main/templates"));
                    addSources(sources, module.resolve("src/main/collectives"));
                }
            }
        }
        texts = new ErrorTexts(HOME, sources).all();
        Files.write(FILE, texts.stream().map(ErrorTexts.Text::toString).toList());
        assertTrue(texts.size() >= LEAST, texts.size() + " texts of " + sources.size() + " files");
    }

    private static void addSources(List<Path> sources, Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
            }
        }
    }

    private static void assertNone(Predicate<ErrorTexts.Text> wrong) {
        assertEquals("", String.join("\n", texts.stream().filter(wrong).map(ErrorTexts.Text::toString).toList()));
    }

    /**
     * Whether a text is this project's own. The benchmarks also print texts of the programs that they are modelled on.
     */
    private static boolean isOurs(ErrorTexts.Text text) {
        return !text.file().startsWith("bench") && !NO_TEXTS_OF_OURS.matcher(text.words()).lookingAt();
    }

    @Test
    void saySomething() {
        assertNone(text -> text.words().isBlank());
    }

    @Test
    void haveNoWordsThatAreReadTwice() {
        assertNone(text -> HARD.matcher(text.words()).find());
    }

    @Test
    void beginWithASmallLetterAndHaveNoFullStopUnlessThereAreSeveralSentences() {
        assertNone(text -> isOurs(text) && CAPITAL.matcher(text.words()).lookingAt());
        assertNone(text -> isOurs(text) && FULL_STOP.matcher(text.words()).find()
            && !SEVERAL_SENTENCES.matcher(text.words()).find());
    }

    /** Two spaces are allowed in tables of several lines, which have columns. */
    @Test
    void areSpacedAndPunctuated() {
        assertNone(text -> text.words().contains("!"));
        assertNone(text -> isOurs(text) && text.words().strip().contains("  ") && !text.words().contains("\\n"));
        assertNone(text -> text.words().contains(" ,") || text.words().contains(" ;"));
        assertNone(ErrorTexts.Text::seam);
    }

    /** The source has each way in which a text gets to an error, and each fault that the rules look for. */
    @Test
    void areFoundWhereverTheyComeFrom(@TempDir Path folder) throws IOException {
        Path source = Files.writeString(folder.resolve("Sample.java"), """
            class Sample {
                private static final String REMEDY = "; free some memory";

                void check(int count) {
                    if (count < 0) {
                        throw new IllegalArgumentException("count is " + count + "; it must not be negative");
                    }
                    String reason = count > 9 ? "there are too many" : "there are too" + "few";
                    throw refused(reason + REMEDY);
                }

                IllegalStateException refused(String text) {
                    return new IllegalStateException("refused: " + text + cause());
                }

                String cause() {
                    return " as they were";
                }

                void warn(String name) {
                    System.err.println(name + (name.isEmpty() ? " is empty" : " is wrong"));
                    System.getLogger("x").log(System.Logger.Level.INFO, "nobody reads this", name);
                    System.out.println("no error at all");
                }
            }
            """);
        List<ErrorTexts.Text> found = List.copyOf(new ErrorTexts(folder, List.of(source)).all());
        assertEquals(List.of("Sample.java:2: ; free some memory",
            "Sample.java:6: count is {count}; it must not be negative", "Sample.java:8: there are too many",
            "Sample.java:8: there are toofew", "Sample.java:13: refused: {text}{cause()}",
            "Sample.java:17:  as they were", "Sample.java:21: {name}[ is empty| is wrong]",
            "Sample.java:22: nobody reads this"), found.stream().map(ErrorTexts.Text::toString).toList());
        assertEquals(List.of("there are toofew"), found.stream().filter(ErrorTexts.Text::seam)
            .map(ErrorTexts.Text::words).toList());
    }
}
