package mpj.runtime.host;

import java.nio.file.Path;

/**
 * The JDK that runs this launcher and its ranks; or the JRE, which compiles nothing.
 *
 * @param home its folder
 * @param feature its feature release, as 25
 * @param identity its full version and build
 */
public record Jdk(Path home, int feature, String identity) {
    /** The first release that runs the library. */
    public static final int LEAST = 22;

    public static Jdk running() {
        return new Jdk(Path.of(System.getProperty("java.home")), Runtime.version().feature(),
            System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
    }

    /** Whether what runs has this module: a JRE may have few. */
    public static boolean has(String module) {
        return ModuleLayer.boot().findModule(module).isPresent();
    }

    public String java() {
        return home.resolve("bin").resolve("java").toString();
    }
}
