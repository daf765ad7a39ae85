package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real shells complete typed words, at a terminal that zsh provides. */
class ShellCompletionTest {
    private static final long LIMIT_SECONDS = 120;
    private static final Path ZSH = Path.of("/usr/bin/zsh");
    /**
     * Sends keys ($3) to a shell ($1) after its setup ($2), and prints the line into which the shell completes them. It
     * puts echo before the line once the shell has taken the keys.
     */
    private static final String TYPIST = """
        zmodload zsh/zpty
        zpty shell ${=1}
        zpty -w shell "PS1='PROM''PT'; $2; echo REA''DY"
        zpty -r -m shell line '*READY*PROMPT*'
        zpty -n -w shell "$3"$'\\x01echo DO\\'\\'NE \\x05\\n'
        zpty -r -m shell line '*DONE*PROMPT*'
        print -r -- "$line"
        zpty -d shell
        """;

    @TempDir
    Path folder;

    private String typed(String shell, String setUp, String keys) throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(ZSH), ZSH + " is not installed");
        Path typist = Files.writeString(folder.resolve("typist"), TYPIST);
        Process process = new ProcessBuilder(ZSH.toString(), "-f", typist.toString(), shell, setUp, keys)
            .redirectErrorStream(true).start();
        process.getOutputStream().close();
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new AssertionError(shell + " did not answer within " + LIMIT_SECONDS + " s");
            }
            String all = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return all.lines().filter(line -> line.startsWith("DONE ")).findFirst()
                .orElseThrow(() -> new AssertionError("the shell printed: " + all)).substring("DONE ".length()).strip();
        } finally {
            process.destroyForcibly();
        }
    }

    @ParameterizedTest
    @CsvSource({"--tag-o, --tag-output", "-np 2 --bind-to co, -np 2 --bind-to core", "--map-by no, --map-by node",
        "--aot au, --aot auto", "--aot FOLDER/onl, --aot FOLDER/only",
        "--hostfile FOLDER/onl, --hostfile FOLDER/only", "FOLDER/onl, FOLDER/only"})
    void shellsCompleteOptionsTheirWordsAndFiles(String begun, String whole) throws Exception {
        Files.createFile(folder.resolve("only"));
        Path bash = Files.writeString(folder.resolve("mpjrun.bash"), ShellCompletion.of("bash"));
        Files.writeString(Files.createDirectory(folder.resolve("functions")).resolve("_mpjrun"),
            ShellCompletion.of("zsh"));
        String keys = "mpjrun " + begun.replace("FOLDER", folder.toString()) + "\t";
        String expected = "mpjrun " + whole.replace("FOLDER", folder.toString());
        assertEquals(expected, typed("bash --norc --noprofile -i", ". " + bash, keys), "bash");
        assertEquals(expected, typed("zsh -f -i", "fpath=(" + folder + "/functions $fpath); autoload -U compinit; "
            + "compinit -u -D", keys), "zsh");
    }

    /** man prints a warning about everything that roff does not understand. */
    @Test
    void manualHasEveryOptionAndIsUnderstood() throws Exception {
        String page = ManualPage.text("1.0");
        Path file = Files.writeString(folder.resolve("mpjrun.1"), page);
        for (Option option : Option.values()) {
            assertTrue(option.isHidden() || page.contains(option.meaning().replace("-", "\\-")), option.toString());
        }
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/man")), "man is not installed");
        ProcessBuilder man = new ProcessBuilder("man", "--warnings", "-l", file.toString()).redirectErrorStream(true);
        man.environment().put("MANWIDTH", "100");
        Process process = man.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
        assertTrue(text.contains("--print-class-path") && !text.contains("warning"), text);
    }
}
