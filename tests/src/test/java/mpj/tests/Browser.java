package mpj.tests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A page in Chromium without a window, driven over the DevTools protocol. */
final class Browser implements AutoCloseable {
    private static final long LIMIT_SECONDS = 120;
    private static final String LISTENING = "DevTools listening on ";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Process process;
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final List<JsonNode> events = new ArrayList<>();
    private WebSocket socket;
    private String session;

    private Browser(Process process) {
        this.process = process;
    }

    /** The path of the browser; null if this machine has none. */
    static Path find() {
        for (String folder : System.getenv("PATH").split(":")) {
            for (String name : List.of("chromium", "chromium-browser", "google-chrome")) {
                Path found = Path.of(folder, name);
                if (Files.isExecutable(found)) {
                    return found;
                }
            }
        }
        return null;
    }

    /** Starts the browser with an empty page. Its profile is kept in this folder. */
    static Browser start(Path executable, Path profile) throws Exception {
        Process process = new ProcessBuilder(executable.toString(), "--headless=new", "--no-sandbox",
            "--no-first-run", "--remote-debugging-port=0", "--user-data-dir=" + profile, "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        Browser browser = new Browser(process);
        try {
            CompletableFuture<String> address = new CompletableFuture<>();
            Thread.ofPlatform().daemon().start(() -> browser.readErrors(address));
            browser.socket = HttpClient.newHttpClient().newWebSocketBuilder()
                .buildAsync(URI.create(address.get(LIMIT_SECONDS, TimeUnit.SECONDS)), browser.listener())
                .get(LIMIT_SECONDS, TimeUnit.SECONDS);
            String target = browser.call("Target.createTarget", Map.of("url", "about:blank")).get("targetId").asText();
            browser.session = browser.call("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .get("sessionId").asText();
            for (String domain : List.of("Runtime", "Log", "Page")) {
                browser.call(domain + ".enable", Map.of());
            }
            return browser;
        } catch (Exception e) {
            browser.close();
            throw e;
        }
    }

    private void readErrors(CompletableFuture<String> address) {
        StringBuilder all = new StringBuilder();
        try (BufferedReader lines =
                 new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                all.append(line).append('\n');
                if (line.startsWith(LISTENING)) {
                    address.complete(line.substring(LISTENING.length()).strip());
                }
            }
        } catch (IOException e) {
            all.append(e);
        }
        address.completeExceptionally(new IOException("the browser ended: " + all));
    }

    private WebSocket.Listener listener() {
        StringBuilder text = new StringBuilder();
        return new WebSocket.Listener() {
            @Override
            public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
                text.append(data);
                if (last) {
                    received(text.toString());
                    text.setLength(0);
                }
                from.request(1);
                return null;
            }
        };
    }

    private void received(String text) {
        try {
            JsonNode message = JSON.readTree(text);
            if (message.has("id")) {
                answers.remove(message.get("id").asInt()).complete(message);
                return;
            }
            synchronized (events) {
                events.add(message);
                events.notifyAll();
            }
        } catch (IOException e) {
            throw new IllegalStateException(text, e);
        }
    }

    /** Calls a method of the protocol, and waits for its result. */
    JsonNode call(String method, Map<String, ?> parameters)
        throws InterruptedException, ExecutionException, TimeoutException {
        ObjectNode message = JSON.createObjectNode();
        int id = numbers.incrementAndGet();
        message.put("id", id).put("method", method).set("params", JSON.valueToTree(parameters));
        if (session != null) {
            message.put("sessionId", session);
        }
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        socket.sendText(message.toString(), true).get(LIMIT_SECONDS, TimeUnit.SECONDS);
        JsonNode got = answer.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        if (got.has("error")) {
            throw new AssertionError(method + ": " + got.get("error"));
        }
        return got.get("result");
    }

    /** Returns the value of an expression in the page. If the value is a promise, it is waited for. */
    JsonNode evaluate(String expression) throws InterruptedException, ExecutionException, TimeoutException {
        JsonNode result = call("Runtime.evaluate", Map.of("expression", expression, "awaitPromise", true,
            "returnByValue", true));
        if (result.has("exceptionDetails")) {
            throw new AssertionError(expression + ": " + result.get("exceptionDetails"));
        }
        return result.get("result").get("value");
    }

    /** Opens the page of a trace, and waits until the page is complete. */
    void open(Path page, boolean dark) throws InterruptedException, ExecutionException, TimeoutException {
        call("Emulation.setDeviceMetricsOverride", Map.of("width", 1400, "height", 1900, "deviceScaleFactor", 1,
            "mobile", false));
        call("Emulation.setEmulatedMedia", Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value",
            dark ? "dark" : "light"))));
        call("Page.navigate", Map.of("url", page.toUri().toString()));
        evaluate("new Promise(done => { const wait = () => window.mpjTrace && window.mpjTrace.timeline.frames > 0"
            + " ? done(true) : setTimeout(wait, 10); wait(); })");
    }

    void screenshot(Path file) throws Exception {
        String image = call("Page.captureScreenshot", Map.of("format", "png")).get("data").asText();
        Files.write(file, Base64.getDecoder().decode(image));
    }

    /** The errors that the page or the browser has reported. */
    List<String> errors() {
        List<String> errors = new ArrayList<>();
        synchronized (events) {
            for (JsonNode event : events) {
                String method = event.get("method").asText();
                JsonNode of = event.get("params");
                if (method.equals("Runtime.exceptionThrown")
                    || method.equals("Runtime.consoleAPICalled") && of.get("type").asText().matches("error|warning")
                    || method.equals("Log.entryAdded") && of.get("entry").get("level").asText().equals("error")) {
                    errors.add(of.toString());
                }
            }
        }
        return errors;
    }

    /**
     * How many frames the browser drew while the page did something, by its own tracing, and how many milliseconds this
     * took.
     */
    long[] frames(String doing) throws InterruptedException, ExecutionException, TimeoutException {
        call("Tracing.start", Map.of("transferMode", "ReportEvents", "traceConfig", Map.of("includedCategories",
            List.of("disabled-by-default-devtools.timeline.frame", "devtools.timeline.frame"))));
        long begin = System.nanoTime();
        evaluate(doing);
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        call("Tracing.end", Map.of());
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        long frames = 0;
        synchronized (events) {
            while (events.stream().noneMatch(event -> event.get("method").asText().equals("Tracing.tracingComplete"))) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left <= 0) {
                    throw new TimeoutException("the browser does not end its trace");
                }
                events.wait(left);
            }
            for (JsonNode event : events) {
                if (event.get("method").asText().equals("Tracing.dataCollected")) {
                    for (JsonNode each : event.get("params").get("value")) {
                        frames += each.get("name").asText().equals("DrawFrame") ? 1 : 0;
                    }
                }
            }
        }
        return new long[] {frames, millis};
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
