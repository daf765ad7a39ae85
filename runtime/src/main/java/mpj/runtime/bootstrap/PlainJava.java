package mpj.runtime.bootstrap;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import mpj.runtime.spawn.ForeignProgram;
import mpj.runtime.spawn.OwnOptions;
import mpj.runtime.spawn.ProgramPath;

/** The command line of plain {@code java} by which another launcher starts a program that a rank spawns. */
final class PlainJava {
    private static final String CLASS = ".class";

    private PlainJava() {
    }

    /**
     * The program for the launcher.
     *
     * @throws BootstrapException when there is no such program here
     */
    static ForeignProgram of(SpawnRequest.Command command) {
        try {
            String wanted = command.info().get("wdir");
            Path folder = Path.of(wanted == null ? "" : wanted).toAbsolutePath().normalize();
            ProgramPath path = ProgramPath.of(folder, command.info().get("path"));
            List<String> words = new ArrayList<>(List.of(OwnOptions.java()));
            words.addAll(OwnOptions.read());
            words.addAll(program(path.find(command.command()), path.folders()));
            words.addAll(command.arguments());
            return new ForeignProgram(words, command.count(), wanted == null ? null : folder,
                command.info().get("host"));
        } catch (InvalidPathException e) {
            throw new BootstrapException("\"" + e.getInput() + "\" cannot be the name of a file: " + e.getReason(), e);
        } catch (FileNotFoundException e) {
            throw new BootstrapException(e.getMessage(), e);
        }
    }

    /** The class path, and the word that names the program. */
    private static List<String> program(String name, List<Path> folders) {
        StringBuilder classPath = new StringBuilder(OwnOptions.classPath());
        folders.forEach(each -> classPath.append(File.pathSeparatorChar).append(each));
        if (name.endsWith(ProgramPath.JAVA)) {
            return List.of("-cp", classPath.toString(), name);
        }
        if (name.endsWith(ProgramPath.JAR)) {
            return List.of("-cp", name + File.pathSeparator + classPath, mainClass(name));
        }
        String file = name.replace('.', '/') + CLASS;
        if (ClassLoader.getSystemResource(file) == null
            && folders.stream().noneMatch(each -> Files.exists(each.resolve(file)))) {
            throw new BootstrapException("there is no class " + name + " on the class path of this program: "
                + classPath + "; name a class, a .jar file or a .java file");
        }
        return List.of("-cp", classPath.toString(), name);
    }

    private static String mainClass(String file) {
        try (JarFile jar = new JarFile(file)) {
            Manifest manifest = jar.getManifest();
            String main = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
            if (main != null) {
                return main.strip();
            }
        } catch (IOException e) {
            throw new BootstrapException(file + " cannot be read: " + e.getMessage(), e);
        }
        throw new BootstrapException(file + " has no Main-Class in its manifest; add one, or name the class");
    }
}
