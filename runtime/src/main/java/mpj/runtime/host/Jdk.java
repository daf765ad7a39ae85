package mpj.runtime.host;

import java.nio.file.Path;

/**
 * The JDK that runs this launcher and its ranks. It may be a JRE, which cannot compile.
 *
 * @param home its folder
 * @param feature its feature release, such as 25
 * @param identity its full version and build
 */
public record Jdk(Path home, int feature, String identity) {
    /** The first release that can run the library. */
    public static final int LEAST = 22;

    public static Jdk running() {
        return new Jdk(Path.of(System.getProperty("java.home")), Runtime.version().feature(),
            System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
    }

    /** Whether the running Java has this module. A JRE may have only a few modules. */
    public static boolean has(String module) {
        return ModuleLayer.boot().findModule(module).isPresent();
    }

    public String java() {
        return home.resolve("bin").resolve("java").toString();
    }
}
