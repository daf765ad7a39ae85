package mpj.runtime.spawn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class OwnOptionsTest {
    private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

    @Test
    void classPathAndProgramAreLeftOut() {
        assertEquals(List.of(NATIVE_ACCESS, "-Xmx1g", "-Dname=a b"), OwnOptions.of(List.of("-Xmx1g", "-cp", "a:b",
            "-Dname=a b", "--class-path=c", "Main", "-cp", "x"), "Main -cp x"));
        assertEquals(List.of(NATIVE_ACCESS), OwnOptions.of(List.of("-jar", "a.jar", "-Xmx1g"), "a.jar -Xmx1g"));
        assertEquals(List.of(NATIVE_ACCESS), OwnOptions.of(List.of("-p", "mods", "-m", "a/b.C"), "a/b.C"));
    }

    @Test
    void optionOfTwoWordsBecomesOneWord() {
        assertEquals(List.of("--enable-native-access=m", "--add-opens=a/b=c"), OwnOptions.of(
            List.of("--enable-native-access", "m", "--add-opens", "a/b=c", "Main"), "Main"));
    }

    @Test
    void debuggerIsLeftOut() {
        assertEquals(List.of(NATIVE_ACCESS, "-ea"), OwnOptions.of(
            List.of("-agentlib:jdwp=server=y,address=5005", "-ea", "Main"), "Main"));
    }

    @Test
    void launcherOfSourcesIsLeftOut() {
        assertEquals(List.of(NATIVE_ACCESS, "-ea"), OwnOptions.of(List.of("-ea", "Main.java", "1"),
            "jdk.compiler/com.sun.tools.javac.launcher.SourceLauncher Main.java 1"));
    }

    @Test
    void withoutTheProgramNothingIsKnown() {
        assertEquals(List.of(NATIVE_ACCESS), OwnOptions.of(List.of("@file"), "Main"));
    }
}
