package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import mpj.tests.programs.Faulty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page of a traced job in a browser. The test leaves screenshots in the build's folder for people to look at. */
@Timeout(900)
class PageInBrowserTest {
    private static final Duration LIMIT = Duration.ofSeconds(200);
    private static final String PAN = """
        new Promise(done => {
          const timeline = mpjTrace.timeline, paint = timeline.paint, begin = performance.now();
          timeline.spent = 0;
          timeline.paint = () => {
            const at = performance.now();
            paint.call(timeline);
            timeline.spent += performance.now() - at;
          };
          timeline.zoom(0.3);
          const step = now => {
            timeline.pan(Math.floor(now / 500) % 2 ? 7 : -7);
            if (now - begin < 3000) { requestAnimationFrame(step); } else { done(true); }
          };
          requestAnimationFrame(step);
        })""";

    @TempDir
    Path temporary;

    private Path trace(String... program) {
        Path folder = temporary.resolve("trace");
        Job.Result result = Job.start(Stream.concat(Stream.of("--trace",
            folder.toString(), "-np", "2", Faulty.class.getName()), Stream.of(program)).toList())
            .await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        return folder.resolve("index.html");
    }

    private Browser browser() throws Exception {
        Path executable = Browser.find();
        assumeTrue(executable != null, "there is no chromium on the PATH");
        return Browser.start(executable, temporary.resolve("profile"));
    }

    @Test
    void thePageIsShownInBothThemesWithoutAnError() throws Exception {
        try (Browser browser = browser()) {
            Path page = trace("late-sender");
            for (boolean dark : List.of(false, true)) {
                browser.open(page, dark);
                browser.screenshot(Path.of(System.getProperty("tests.folder"), dark ? "trace-dark.png"
                    : "trace-light.png"));
                assertEquals(dark ? "dark" : "light",
                    browser.evaluate("document.documentElement.dataset.theme").asText());
                assertTrue(browser.evaluate("document.getElementById('findings').textContent").asText()
                    .contains("late sender"), "the diagnosis is not on the page");
            }
            assertEquals(3, browser.evaluate("mpjTrace.timeline.find('Recv rank=0')").asInt());
            assertEquals(4, browser.evaluate("document.querySelectorAll('.chart canvas').length").asInt());
            browser.evaluate("document.getElementById('theme').click()");
            assertEquals("light", browser.evaluate("document.documentElement.dataset.theme").asText());
            assertEquals(List.of(), browser.errors());
        }
    }

    @Test
    void aMillionMessagesCanBePanned() throws Exception {
        JobsInTurn.assumeTurnOf("aMillionMessagesCanBePanned");
        try (Browser browser = browser()) {
            browser.open(trace("tiny", "1000000"), true);
            long[] frames = browser.frames(PAN);
            System.out.println("panned " + browser.evaluate("mpjTrace.model.start.length") + " calls: " + frames[0]
                + " frames in " + frames[1] + " ms, painted in " + browser.evaluate("mpjTrace.timeline.spent"));
            assertTrue(frames[0] > 0, "the browser drew nothing");
            assertEquals(List.of(), browser.errors());
        }
    }
}
