package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The artifact mpj-bom names each artifact that a program can depend on, and no other. */
class BillOfMaterialsTest {
    private static final Path HOME = Path.of(System.getProperty("tests.lib")).getParent().getParent();
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern OWN = Pattern.compile("</parent>\\s*<artifactId>([^<]+)</artifactId>");
    private static final Pattern NAMED = Pattern.compile("<groupId>org.mpj</groupId>\\s*<artifactId>([^<]+)<");

    @Test
    void namesEveryArtifactThatIsPublished() throws IOException {
        Set<String> published = new TreeSet<>();
        String build = Files.readString(HOME.resolve("pom.xml"));
        for (Matcher module = MODULE.matcher(build); module.find();) {
            String pom = Files.readString(HOME.resolve(module.group(1)).resolve("pom.xml"));
            Matcher own = OWN.matcher(pom);
            if (own.find() && !pom.contains("<maven.install.skip>true</maven.install.skip>")) {
                published.add(own.group(1));
            }
        }
        published.remove("mpj-bom");
        String bom = Files.readString(HOME.resolve("bom/pom.xml"));
        Set<String> named = new TreeSet<>();
        for (Matcher name = NAMED.matcher(bom.substring(bom.indexOf("<dependencyManagement>"))); name.find();) {
            named.add(name.group(1));
        }
        assertEquals(published, named);
    }
}
