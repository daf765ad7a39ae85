package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import mpj.settings.Catalogue;
import mpj.settings.Setting;
import mpj.settings.Settings;
import org.junit.jupiter.api.Test;

/** What the documents say of properties is what the code says. */
class DocumentsTest {
    private static final Path HOME = Path.of(System.getProperty("mpj.tests.examples")).getParent();
    private static final Path SETTINGS = HOME.resolve("docs/settings.md");
    private static final Pattern PROPERTY = Pattern.compile("\\bmpj(\\.[a-z_]+)+(?=[=`\\s,)])");
    private static final Pattern MODULE = Pattern.compile("\\bmodule ([\\w.]+) \\{");

    private static String section(Catalogue catalogue) {
        return catalogue.settings().stream().filter(Setting::isDocumented)
            .map(setting -> "| `" + setting.name() + "` | " + setting.values() + " | " + setting.otherwiseText() + " | "
                + setting.meaning() + " |\n")
            .collect(Collectors.joining("", "## " + catalogue.title()
                + "\n\n| property | values | default | meaning |\n|---|---|---|---|\n", ""));
    }

    /** With {@code -Dmpj.tests.write=true} the tables are written anew. */
    @Test
    void tablesOfPropertiesAreThoseOfTheCode() throws IOException {
        String page = Files.readString(SETTINGS);
        String tables = StreamSupport.stream(Settings.catalogues().spliterator(), false)
            .filter(catalogue -> catalogue.settings().stream().anyMatch(Setting::isDocumented))
            .sorted(Comparator.comparing(Catalogue::title)).map(DocumentsTest::section)
            .collect(Collectors.joining("\n"));
        String expected = page.substring(0, page.indexOf("## ")) + tables;
        if (Boolean.getBoolean("mpj.tests.write")) {
            Files.writeString(SETTINGS, expected);
        } else {
            assertEquals(expected, page, "docs/settings.md; write it anew with -Dmpj.tests.write=true");
        }
    }

    @Test
    void propertiesThatDocumentsNameAreThere() throws IOException {
        Set<String> known = Settings.all().stream().map(Setting::name).collect(Collectors.toSet());
        Set<String> modules = modules();
        List<String> unknown = new ArrayList<>();
        try (Stream<Path> pages = Stream.concat(Files.list(HOME.resolve("docs")),
            Stream.of(HOME.resolve("README.md"), HOME.resolve("CONTRIBUTING.md")))) {
            for (Path page : pages.filter(path -> path.toString().endsWith(".md")).toList()) {
                Matcher named = PROPERTY.matcher(Files.readString(page));
                while (named.find()) {
                    String name = named.group();
                    if (!known.contains(name) && !modules.contains(name) && !isPartOf(name, modules)
                        && !name.startsWith("mpj.tests.")) {
                        unknown.add(page.getFileName() + ": " + name);
                    }
                }
            }
        }
        assertTrue(unknown.isEmpty(), unknown::toString);
    }

    /** Packages, and names of loggers, begin as a module's name does. */
    private static boolean isPartOf(String name, Set<String> modules) {
        return modules.stream().anyMatch(module -> module.startsWith(name + ".") || name.startsWith(module + "."))
            && !name.startsWith("mpj.bench.");
    }

    private static Set<String> modules() throws IOException {
        try (Stream<Path> files = Files.find(HOME, 6, (path, _) -> path.endsWith("src/main/java/module-info.java"))) {
            return files.map(DocumentsTest::moduleName).collect(Collectors.toSet());
        }
    }

    private static String moduleName(Path file) {
        try {
            Matcher module = MODULE.matcher(Files.readString(file));
            assertTrue(module.find(), file::toString);
            return module.group(1);
        } catch (IOException e) {
            throw new AssertionError(file.toString(), e);
        }
    }
}
