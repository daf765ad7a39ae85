package mpj.runtime.agent;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.InterruptsIgnored;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.OutputSink;

/**
 * Starts agents through ssh, or through another command that takes a host and a command line. Output of the host's
 * login scripts is ignored: only lines that begin with {@link #MARK} count.
 */
public final class SshStarter implements AgentStarter {
    static final String MARK = "mpj-agent ";
    static final String CLEANED = "cleaned";
    private static final long LIMIT_SECONDS = 90;
    private static final int LONGEST_LINE = 64 << 10;

    /** What is sent to a host first. */
    @FunctionalInterface
    private interface Preparation {
        AgentScript prepare() throws IOException;
    }

    private final List<String> ssh;
    private final Preparation preparation;
    private final OutputSink err;
    private final Map<String, String> environment;
    private final Set<Process> starting = new HashSet<>();
    private AgentScript prepared;
    private boolean cancelled;

    private SshStarter(List<String> ssh, Preparation preparation, OutputSink err, Map<String, String> environment) {
        this.environment = environment;
        this.ssh = ssh;
        this.preparation = preparation;
        this.err = err;
    }

    /**
     * Starts agents from this library.
     *
     * @param ssh the words of the command; the host and one word with the command line are added
     * @param err takes the complaints of ssh and of running agents' JVMs
     * @param environment variables of the ssh processes, on this host
     */
    public static SshStarter of(List<String> ssh, LibraryFiles library, Jdk jdk, OutputSink err,
                                Map<String, String> environment) {
        return new SshStarter(ssh, () -> AgentScript.ofAgent(library, jdk), err, environment);
    }

    /**
     * Deletes the user's cache on a host, except for what jobs use there.
     *
     * @return the result, for the user
     * @throws IOException when the cache cannot be deleted; the message is for the user, and the host is named beside
     *     it
     */
    public static String clean(List<String> ssh, String host, LibraryFiles library, Jdk jdk) throws IOException {
        SshStarter starter = new SshStarter(ssh, () -> AgentScript.ofClean(library, jdk),
            (rank, bytes, offset, length) -> { }, Map.of());
        SshConnection connection = starter.connect(host, CLEANED);
        connection.process.destroy();
        return connection.answer;
    }

    @Override
    public Started start(String host) throws IOException {
        return connect(host, "start");
    }

    @Override
    public synchronized void cancel() {
        cancelled = true;
        starting.forEach(Process::destroyForcibly);
    }

    private SshConnection connect(String host, String success) throws IOException {
        AgentScript script = script();
        List<String> words = new ArrayList<>(ssh);
        words.add(host);
        words.add(script.command());
        SshConnection connection = new SshConnection(host, begin(words), err);
        CompletableFuture<Void> limit = new CompletableFuture<>();
        limit.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).exceptionally(late -> {
            connection.process.destroyForcibly();
            return null;
        });
        try {
            converse(connection, script, success);
            connection.complaints.pass();
            return connection;
        } catch (AgentRefusal e) {
            connection.process.destroyForcibly();
            throw e;
        } catch (IOException e) {
            // Get the reason before ending the process here, because that closes the stream that has the reason.
            String reason = limit.isCompletedExceptionally()
                ? "no answer within " + LIMIT_SECONDS + " s" : connection.failure(e.getMessage());
            connection.process.destroyForcibly();
            throw new IOException(reason, e);
        } finally {
            limit.complete(null);
            synchronized (this) {
                starting.remove(connection.process);
            }
        }
    }

    /** Makes the script when the first host is to be started, because most agents start none. */
    private synchronized AgentScript script() throws IOException {
        if (prepared == null) {
            prepared = preparation.prepare();
        }
        return prepared;
    }

    private synchronized Process begin(List<String> words) throws IOException {
        if (cancelled) {
            throw new IOException("the job is ending");
        }
        try {
            ProcessBuilder builder = new ProcessBuilder(words);
            builder.environment().putAll(environment);
            InterruptsIgnored.prepare(builder);
            Process process = builder.start();
            starting.add(process);
            return process;
        } catch (IOException e) {
            throw new AgentRefusal("--ssh " + String.join(" ", ssh) + ": " + e.getMessage(), e);
        }
    }

    private void converse(SshConnection connection, AgentScript script, String success) throws IOException {
        connection.write(script.text());
        while (true) {
            String line = connection.readLine();
            if (!line.startsWith(MARK)) {
                continue;
            }
            String[] words = line.substring(MARK.length()).split(" ");
            if (words[0].equals(success)) {
                connection.answer = line.substring(MARK.length() + success.length()).strip();
                return;
            }
            switch (words[0]) {
                case "failed" -> throw new AgentRefusal(line.substring(MARK.length() + "failed ".length()));
                case "need" -> supply(connection, script, words);
                default -> throw new IOException("unexpected answer: " + line);
            }
        }
    }

    /**
     * Sends one jar at a time, each after the host has taken the one before. Then tools on the host may read ahead
     * without harm.
     */
    private void supply(SshConnection connection, AgentScript script, String[] words) throws IOException {
        for (int i = 1; i + 2 < words.length; i += 3) {
            connection.write(Files.readAllBytes(script.jars().get(words[i])));
            String answer = connection.readLine();
            if (!answer.equals(MARK + "took " + words[i])) {
                throw new AgentRefusal(answer.startsWith(MARK) ? answer.substring(MARK.length() + "failed ".length())
                    : "unexpected answer: " + answer);
            }
        }
    }

    /** A running ssh. */
    private static final class SshConnection implements Started {
        private static final long LAST_WORDS_MILLIS = 1_000;

        private final Process process;
        private final InputStream in;
        private final OutputStream out;
        private final Complaints complaints;
        /** The text behind the word of success. */
        private String answer = "";
        /** The reason why nothing more could be written; null while writing works. */
        private IOException broken;

        SshConnection(String host, Process process, OutputSink err) {
            this.process = process;
            in = process.getInputStream();
            out = process.getOutputStream();
            complaints = Complaints.listen(host, process.getErrorStream(), err);
        }

        /**
         * If the host takes no more bytes, it may have said why. So a failed write becomes an error only when there is
         * nothing left to read.
         */
        void write(byte[] bytes) {
            try {
                out.write(bytes);
                out.flush();
            } catch (IOException e) {
                broken = e;
            }
        }

        String readLine() throws IOException {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int next = in.read(); next != '\n'; next = in.read()) {
                if (next < 0) {
                    throw broken != null ? broken : new IOException("the connection ended");
                }
                if (line.size() < LONGEST_LINE) {
                    line.write(next);
                }
            }
            return line.toString(StandardCharsets.UTF_8);
        }

        /** Why the connection broke: the complaints of ssh and of the host's shell, if there were any. */
        String failure(String reason) {
            String words = lastWords();
            return words.isEmpty() ? reason : words;
        }

        @Override
        public InputStream in() {
            return in;
        }

        @Override
        public OutputStream out() {
            return out;
        }

        @Override
        public void end(long limitMillis) throws InterruptedException {
            if (!process.waitFor(limitMillis, TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
        }

        @Override
        public String lastWords() {
            return complaints.lastWords(LAST_WORDS_MILLIS);
        }
    }
}
