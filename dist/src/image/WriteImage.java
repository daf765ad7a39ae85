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
 * Writes an OCI image with the library in /opt/mpj to a tar, without a daemon: WriteImage BASE FOLDER NAME TAR CACHE.
 * The base has the JDK, a shell and what the system's tools are: of what a registry has, or of a tar (tar://FILE). CACHE
 * is a folder for the library's layers.
 */
public class WriteImage {
    private static final String HOME = "/opt/mpj";

    /** Files are executable as they are in the folder; their times are the same for every build. */
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
            // By default they are in the system's folder for temporary files, under a name that all its users share.
            .containerize(Containerizer.to(TarImage.at(Path.of(args[3])).named(args[2])).setToolName("mpj")
                .setApplicationLayersCache(Path.of(args[4])));
    }
}
