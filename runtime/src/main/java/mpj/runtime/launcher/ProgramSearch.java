package mpj.runtime.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import mpj.runtime.host.UsageException;
import mpj.runtime.program.ApiDetection;
import mpj.runtime.program.CompilerOptions;
import mpj.runtime.program.ModuleProgram;
import mpj.runtime.program.Program;
import mpj.runtime.program.SourceCompiler;

/**
 * Finds the program that the user has named.
 *
 * @param detection of the API that a program is written for
 * @param compiler of programs that are .java files
 */
record ProgramSearch(ApiDetection detection, SourceCompiler compiler) {

    /**
     * Finds the program by its name, which may be a .jar with a Main-Class, a .java file, which is compiled, a class of
     * a module, or otherwise a class of the class path.
     *
     * @throws UsageException when the file does not exist or has no main class, or when its API cannot be told
     */
    Program find(JobSpecification job) {
        String name = job.program();
        List<String> classPath = job.classPath().entries();
        if (name.endsWith(".java")) {
            return compiler.compile(existing(name), classPath, CompilerOptions.among(job.jvmOptions()),
                detection.possible(job.api(), classPath));
        }
        if (name.endsWith(".class")) {
            throw new UsageException(name + " is a file; name the class, as java does: mpjrun "
                + name.substring(0, name.length() - ".class".length()));
        }
        if (name.equals("java")) {
            throw new UsageException("mpjrun itself starts java: name the program, as in mpjrun -np 2 Hello.java;"
                + " options of the JVM have -J before them");
        }
        if (ModuleProgram.isNamedBy(name)) {
            ModuleProgram module = ModuleProgram.find(name, classPath);
            return new Program(job.api() == null ? module.api() : job.api(), module.mainClass(), classPath);
        }
        String mainClass = name;
        if (name.endsWith(".jar")) {
            Path jar = existing(name);
            mainClass = mainClass(jar);
            classPath = new ArrayList<>(classPath);
            classPath.addFirst(jar.toString());
        }
        return new Program(detection.of(job.api(), mainClass, classPath), mainClass, classPath);
    }

    /**
     * Finds all programs of a job.
     *
     * @throws UsageException when a program cannot be found, or is written for another API than the first program
     */
    List<Program> findAll(List<JobSpecification> jobs) {
        List<Program> programs = new ArrayList<>();
        for (JobSpecification job : jobs) {
            Program program = find(job);
            programs.add(program);
            if (program.api() != programs.getFirst().api()) {
                throw new UsageException("program " + job.program() + " is written for the API " + program.api().word()
                    + ", and " + jobs.getFirst().program() + " for " + programs.getFirst().api().word()
                    + "; the programs of a job need one API, which --api names");
            }
        }
        return programs;
    }

    private static String mainClass(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String mainClass = manifest == null ? null
                : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
            if (mainClass == null) {
                throw new UsageException(jar + " has no Main-Class in its manifest; "
                    + "name the class instead: mpjrun -cp " + jar + " CLASS");
            }
            return mainClass;
        } catch (IOException e) {
            throw new UsageException(jar + " cannot be read as a jar: " + e.getMessage());
        }
    }

    static Path existing(String name) {
        Path file = Path.of(name).toAbsolutePath().normalize();
        if (!Files.isRegularFile(file)) {
            throw new UsageException("there is no file " + file
                + "; name the program's .jar or .java file, or its class");
        }
        return file;
    }
}
