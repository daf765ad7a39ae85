package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import mpj.collectives.Collective;
import mpj.collectives.selection.Algorithms;
import mpj.settings.Catalogue;
import mpj.settings.Setting;
import mpj.settings.Settings;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks that everything that the documents name exists. */
class DocumentsTest {
    private static final Path HOME = Path.of(System.getProperty("tests.lib")).getParent().getParent();
    /** A type, or a member of one. */
    private static final Pattern NAME = Pattern.compile("`([A-Z]\\w*[a-z]\\w*)((?:\\.[A-Za-z_]\\w*)*)(?:\\(\\))?`");
    /** A property where a page sets it. It is one of the library's properties, not of its tests. */
    private static final Pattern PROPERTY = Pattern.compile("-D(mpj(?:\\.(?!tests)[a-z_]+)+)");
    /** A link to a page or a section of this project. */
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#]*)(?:#([^)]*))?\\)");
    /** The package and the class of the command, and the method. */
    private static final Pattern COMMAND =
        Pattern.compile("-XX:CompileCommand=(?:dont)?inline,([a-z.]+)\\.(\\w+\\*?)::([\\w*]+)");
    /** The files that a command writes, and the program that the reader writes. */
    private static final Pattern LEFT_BEHIND =
        Pattern.compile(" (?:--output|--trace|--train|-d) ([^-\\s]\\S*)| ([^\\s/]+\\.java)(?=\\s|$)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    private static final Set<String> OF_THE_JDK = Set.of("ForkJoinPool", "NoClassDefFoundError");

    private static Map<String, String> sources;
    private static Map<Path, String> documents;

    @BeforeAll
    static void read() throws IOException {
        sources = new TreeMap<>();
        for (String part : new String[] {"", "transports", "bench", "tests"}) {
            try (Stream<Path> modules = Files.list(HOME.resolve(part))) {
                modules.filter(module -> Files.isDirectory(module.resolve("src"))).forEach(DocumentsTest::readModule);
            }
        }
        try (Stream<Path> files = Stream.concat(Files.list(HOME), Files.list(HOME.resolve("docs")))) {
            documents = files.filter(file -> file.toString().endsWith(".md"))
                .collect(Collectors.toMap(file -> file, DocumentsTest::text));
        }
        assertTrue(documents.size() > 5 && sources.size() > 300, documents.keySet() + " " + sources.size());
    }

    private static void readModule(Path module) {
        try (Stream<Path> files = Files.walk(module.resolve("src"))) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(file ->
                sources.merge(file.getFileName().toString().replace(".java", ""), text(file), String::concat));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void classesAndMembersNamedExist() {
        Set<String> words = sources.values().stream().flatMap(source -> Arrays.stream(source.split("\\W+")))
            .collect(Collectors.toSet());
        Set<String> missing = new TreeSet<>();
        documents.forEach((document, text) -> {
            for (Matcher name = NAME.matcher(text); name.find();) {
                String source = sources.get(name.group(1));
                boolean members = source == null || Arrays.stream(name.group(2).split("\\.")).skip(1)
                    .allMatch(member -> source.matches("(?s).*\\b" + member + "\\b.*") || member.equals("java"));
                if (!members || !words.contains(name.group(1)) && !OF_THE_JDK.contains(name.group(1))) {
                    missing.add(document.getFileName() + ": " + name.group());
                }
            }
        });
        assertEquals(Set.of(), missing);
    }

    @Test
    void propertiesNamedExist() {
        Set<String> known = Settings.all().stream().map(Setting::name).collect(Collectors.toSet());
        Set<String> missing = new TreeSet<>();
        documents.forEach((document, text) -> {
            for (Matcher property = PROPERTY.matcher(text); property.find();) {
                if (!known.contains(property.group(1))) {
                    missing.add(document.getFileName() + ": " + property.group(1));
                }
            }
        });
        assertEquals(Set.of(), missing);
    }

    /** This includes the pages of measurements, which may name classes that no longer exist. */
    @Test
    void linksLeadToPagesAndSections() throws IOException {
        Set<String> broken = new TreeSet<>();
        Map<Path, String> pages = new TreeMap<>(documents);
        try (Stream<Path> files = Files.list(HOME.resolve("docs/results"))) {
            files.forEach(file -> pages.put(file, text(file)));
        }
        pages.forEach((document, text) -> {
            for (Matcher link = LINK.matcher(text); link.find();) {
                Path page = link.group(1).isEmpty() ? document : document.resolveSibling(link.group(1)).normalize();
                String anchor = link.group(2);
                if (!Files.exists(page) || anchor != null && !anchors(text(page)).contains(anchor)) {
                    broken.add(document.getFileName() + ": " + link.group());
                }
            }
        });
        assertEquals(Set.of(), broken);
    }

    /** The names of a page's headings in links: in small letters, with hyphens for spaces and without punctuation. */
    private static Set<String> anchors(String page) {
        return HEADING.matcher(page).results().map(heading -> heading.group(1).toLowerCase(Locale.ROOT)
            .replaceAll("[^\\w -]", "").replace(' ', '-')).collect(Collectors.toSet());
    }

    /**
     * The commands are run in a checkout. Afterwards git must show nothing new, and no folder of sources may be in the
     * way.
     */
    @Test
    @Timeout(60)
    void filesThatTheReadmesCommandsLeaveAreIgnored() throws Exception {
        Set<String> left = new TreeSet<>();
        for (String page : List.of("README.md", "docs/tracing.md")) {
            documents.get(HOME.resolve(page)).lines().filter(line -> line.startsWith("    bin/mpjrun "))
                .forEach(line -> LEFT_BEHIND.matcher(line).results()
                    .forEach(name -> left.add(name.group(1) == null ? name.group(2) : name.group(1))));
        }
        assertTrue(left.size() > 4 && left.contains("out") && left.contains("Pi.java"), left::toString);
        Set<String> shown = new TreeSet<>();
        for (String name : left) {
            Process git = new ProcessBuilder("git", "-C", HOME.toString(), "check-ignore", name)
                .redirectErrorStream(true).start();
            String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int status = git.waitFor();
            assumeTrue(status < 2, "this is no checkout, or not this user's: " + said);
            if (status == 1) {
                shown.add(name);
            }
        }
        assertEquals(Set.of(), shown);
    }

    private static String section(Catalogue catalogue) {
        return catalogue.settings().stream().filter(Setting::isDocumented)
            .map(setting -> "| `" + setting.name() + "` | " + setting.values() + " | " + setting.otherwiseText() + " | "
                + setting.meaning() + " |\n")
            .collect(Collectors.joining("", "## " + catalogue.title()
                + "\n\n| property | values | default | meaning |\n|---|---|---|---|\n", ""));
    }

    /** With {@code -Dtests.write=true} the test writes the tables anew. */
    @Test
    void tablesOfPropertiesMatchTheCode() throws IOException {
        Path file = HOME.resolve("docs/settings.md");
        String page = documents.get(file);
        String tables = StreamSupport.stream(Settings.catalogues().spliterator(), false)
            .filter(catalogue -> catalogue.settings().stream().anyMatch(Setting::isDocumented))
            .sorted(Comparator.comparing(Catalogue::title)).map(DocumentsTest::section)
            .collect(Collectors.joining("\n"));
        String expected = page.substring(0, page.indexOf("## ")) + tables;
        if (Boolean.getBoolean("tests.write")) {
            Files.writeString(file, expected);
        } else {
            assertEquals(expected, page, "docs/settings.md; write it anew with -Dtests.write=true");
        }
    }

    private static Set<String> commands(String text) {
        return COMMAND.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The JVM would accept a command that names a method by an old name, and the command would do nothing. */
    @Test
    void commandsForTheCompilerMatchTheCodeAndNameItsMethods() {
        Set<String> commands = commands(text(HOME.resolve("core/src/main/resources/mpj/core/java-options")));
        assertTrue(commands.size() > 5, commands.toString());
        assertEquals(commands, commands(documents.get(HOME.resolve("docs/benchmarks.md"))));
        Set<String> missing = new TreeSet<>(commands);
        missing.removeIf(command -> {
            Matcher named = COMMAND.matcher(command);
            return !named.matches() || !named.group(1).startsWith("mp")
                || Pattern.compile("\\b" + named.group(3).replace("*", "\\w*") + "\\(")
                    .matcher(sourceOf(named.group(2))).find();
        });
        assertEquals(Set.of(), missing);
    }

    /** @param name of a class, perhaps only its beginning and an asterisk; no other class begins like that */
    private String sourceOf(String name) {
        if (!name.endsWith("*")) {
            return sources.getOrDefault(name, "");
        }
        List<String> classes = sources.keySet().stream()
            .filter(each -> each.startsWith(name.replace("*", "")) && !each.endsWith("Test")).toList();
        assertEquals(1, classes.size(), name + " names " + classes);
        return sources.get(classes.getFirst());
    }

    @Test
    void collectivesThatDoNotUseSharedMemoryAreThoseThatAreExcepted() {
        Set<String> without = Arrays.stream(Collective.values()).filter(collective -> Algorithms.of(collective).stream()
            .noneMatch(algorithm -> algorithm.name().startsWith("shared"))).map(Collective::label)
            .filter(label -> !label.startsWith("neighbor")).collect(Collectors.toCollection(TreeSet::new));
        assertEquals(Set.of("alltoallw", "exscan", "scan"), without);
        assertTrue(documents.get(HOME.resolve("docs/transports.md")).replaceAll("\\s+", " ")
            .contains("always use messages: Alltoallw, Scan, Exscan and the collectives of neighbourhoods."));
    }
}
