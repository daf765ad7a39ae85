package mpj.runtime.host;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SplitPackagesTest {
    @TempDir
    Path folder;

    private String classes(String name, String... files) throws IOException {
        for (String file : files) {
            Path path = folder.resolve(name).resolve(file);
            Files.createDirectories(path.getParent());
            Files.createFile(path);
        }
        return folder.resolve(name).toString();
    }

    /** The jar has no entries for folders. */
    private String jar(String name, String... files) throws IOException {
        Path jar = folder.resolve(name);
        try (OutputStream out = Files.newOutputStream(jar); ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String file : files) {
                zip.putNextEntry(new ZipEntry(file));
            }
        }
        return jar.toString();
    }

    @Test
    void classesOfPackageMpiItselfAreFound() throws IOException {
        assertTrue(SplitPackages.areIn("App", List.of(classes("a", "mpi/Own.class"))));
        assertTrue(SplitPackages.areIn("App", List.of(classes("b", "App.class"), jar("b.jar", "mpi/Own.class"))));
        assertTrue(SplitPackages.areIn("mpi.Own", List.of()));
        assertFalse(SplitPackages.areIn("App", List.of(classes("c", "mpi/threads/Own.class", "mpi/notes.txt"),
            jar("c.jar", "mpi/threads/Own.class", "App.class"), "/no/such.jar")));
    }

    @Test
    void libraryThatThisOneReplacesHasNoPackagesOfTheProgram() throws IOException {
        assertFalse(SplitPackages.areIn("App", List.of(classes("d", "mpi/MPI.class", "mpi/Own.class"),
            jar("d.jar", "mpi/MPI.class", "mpi/Own.class"))));
    }
}
