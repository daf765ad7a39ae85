import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.ImageFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes an OCI image with the library in /opt/mpj into a tar, without a daemon: WriteImage BASE FOLDER NAME TAR CACHE.
 * BASE is an image with the JDK, a shell and the tools of the system: the name of an image in a registry, a tar
 * (tar://FILE), or scratch for none. CACHE is a folder for the library's layers.
 */
public class WriteImage {
    private static final String HOME = "/opt/mpj";

    /** A file is executable if it is executable in the folder. The times of the files are the same for every build. */
    private static FileEntriesLayer layer(Path folder, String name) throws IOException {
        return FileEntriesLayer.builder().setName(name).addEntryRecursive(folder.resolve(name),
            AbsoluteUnixPath.get(HOME).resolve(name), (file, path) -> Files.isDirectory(file)
                || Files.isExecutable(file) ? FilePermissions.fromOctalString("755")
                : FilePermissions.DEFAULT_FILE_PERMISSIONS).build();
    }

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[1]);
        JibContainerBuilder image = args[0].equals("scratch") ? Jib.fromScratch() : Jib.from(args[0]);
        for (String name : new String[] {"lib", "bench", "bin", "examples"}) {
            image.addFileEntriesLayer(layer(folder, name));
        }
        image.addEnvironmentVariable("PATH",
            HOME + "/bin:/opt/java/openjdk/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin")
            .setFormat(ImageFormat.OCI).setEntrypoint("mpjrun").setProgramArguments("--help")
            .setWorkingDirectory(AbsoluteUnixPath.get(HOME))
            // By default, all users of the system share one cache in its folder for temporary files.
            .containerize(Containerizer.to(TarImage.at(Path.of(args[3])).named(args[2])).setToolName("mpj")
                .setApplicationLayersCache(Path.of(args[4])));
    }
}
