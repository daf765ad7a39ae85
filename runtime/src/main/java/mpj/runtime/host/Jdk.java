package mpj.runtime.host;

import java.nio.file.Path;

/**
 * The JDK that runs this launcher and its ranks.
 *
 * @param home its folder
 * @param feature its feature release, as 25
 * @param identity its full version and build
 */
public record Jdk(Path home, int feature, String identity) {

    public static Jdk running() {
        return new Jdk(Path.of(System.getProperty("java.home")), Runtime.version().feature(),
            System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
    }

    public String java() {
        return home.resolve("bin").resolve("java").toString();
    }
}
