package mpj.runtime.launcher;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import mpj.runtime.host.UsageException;
import mpj.runtime.names.NameKeeper;
import mpj.runtime.wire.Message;

/**
 * {@code -Dmpj.names=tycho:}: the names of a job are in the registry of Tycho, which is common to all sites. A program
 * of Tycho keeps them there. The program is started with the first request, and ends with the job. The names of a
 * program that ended too early would lapse, so the next program publishes them again.
 */
final class RegisteredNames implements NameKeeper {
    /** What such a value of {@code mpj.names} begins with. */
    static final String SCHEME = "tycho:";
    private static final String PROGRAM = "tycho.job.PortNames";
    private static final long END_MILLIS = 4_000;
    /** The program itself waits for a mediator for 15 s at most, a few times for each request. */
    private static final long LIMIT_MILLIS = 60_000;

    /** Starts the program that talks to the mediator. */
    interface Starter {
        /** Returns the process, whose standard input and output are pipes. */
        Process start() throws IOException;
    }

    private final String names;
    private final Starter starter;
    private final long limitMillis;
    private final Object turn = new Object();
    private volatile Process program;
    private volatile boolean closed;
    private DataInputStream in;
    private DataOutputStream out;
    /** The names that the job has published, with their values. */
    private final Map<String, String> published = new LinkedHashMap<>();
    /** Those of them that the program keeps. */
    private final Set<String> kept = new HashSet<>();

    /**
     * The names of a job.
     *
     * @param names the value of mpj.names
     * @param owner says to people who owns the names
     */
    RegisteredNames(String names, String owner, Launch launch) {
        this(names, starter(names, owner, UUID.randomUUID().toString(), launch), LIMIT_MILLIS);
    }

    /** @param limitMillis how long an answer may take */
    RegisteredNames(String names, Starter starter, long limitMillis) {
        this.names = names;
        this.starter = starter;
        this.limitMillis = limitMillis;
    }

    private static Starter starter(String names, String owner, String session, Launch launch) {
        return () -> TychoProgram.of("mpj.names", launch, PROGRAM, List.of(mediator(names), owner, session)).start();
    }

    /**
     * Checks a value of mpj.names.
     *
     * @throws UsageException when it begins as such a value does, but names no mediator
     */
    static void check(String names) {
        if (names.startsWith(SCHEME)) {
            mediator(names);
        }
    }

    private static String mediator(String names) {
        String mediator = names.substring(SCHEME.length());
        if (!TychoProgram.isMediator(mediator)) {
            throw new UsageException("mpj.names=" + names + ": expected HOST:PORT of a mediator behind " + SCHEME
                + ", as in mpj.names=tycho:head:7411");
        }
        return mediator;
    }

    @Override
    public Message ask(Message request) {
        synchronized (turn) {
            try {
                Message obstacle = publishAgain();
                return obstacle != null ? obstacle : carryOut(request);
            } catch (IOException e) {
                return unreachable("the program that talks to the mediator has ended, for the reason that it has"
                    + " printed");
            } catch (UsageException e) {
                return unreachable(e.getMessage());
            }
        }
    }

    private Message carryOut(Message request) throws IOException {
        Message answer = switch (request) {
            case Message.Publish(String name, String value) -> publish(name, value);
            case Message.LookUp(String name) -> ask("LOOK-UP", name, "");
            case Message.Withdraw(String name) -> withdraw(name);
            default -> new Message.Refused("this is no request about a name");
        };
        if (program == null && !published.isEmpty()) {
            Thread.ofPlatform().daemon().name("mpjrun-names").start(this::restore);
        }
        return answer;
    }

    private Message publish(String name, String value) throws IOException {
        Message answer = ask("PUBLISH", name, value);
        if (answer instanceof Message.Done) {
            published.put(name, value);
            kept.add(name);
        }
        return answer;
    }

    private Message withdraw(String name) throws IOException {
        Message answer = ask("WITHDRAW", name, "");
        if (answer instanceof Message.Done) {
            published.remove(name);
            kept.remove(name);
        }
        return answer;
    }

    /** Publishes the names that an earlier program kept, and answers why that cannot be done now; null if it can. */
    private Message publishAgain() throws IOException {
        if (program == null || !program.isAlive()) {
            start();
        }
        for (Map.Entry<String, String> each : new LinkedHashMap<>(published).entrySet()) {
            String name = each.getKey();
            if (!kept.contains(name) && publish(name, each.getValue()) instanceof Message.Unnamed refusal) {
                if (refusal.kind().equals(Message.Unnamed.UNREACHABLE)) {
                    return refusal;
                }
                published.remove(name);
                System.err.println("mpjrun: this job has lost the name \"" + name + "\": " + refusal.reason());
            }
        }
        return null;
    }

    /** Does not wait for the next request, because the names lapse soon. */
    private void restore() {
        synchronized (turn) {
            try {
                publishAgain();
            } catch (IOException | UsageException e) {
                return; // the next request tries again, and its answer says what is wrong
            }
        }
    }

    private Message unreachable(String why) {
        return new Message.Unnamed(Message.Unnamed.UNREACHABLE, "the names are kept in the registry of Tycho"
            + " (mpj.names=" + names + "), which cannot be asked: " + why);
    }

    /** If the answer takes too long, the program is ended. The next request starts another. */
    private Message ask(String request, String name, String value) throws IOException {
        Process asked = program;
        AtomicBoolean late = new AtomicBoolean();
        CompletableFuture<Void> limit = CompletableFuture.runAsync(() -> {
            late.set(true);
            asked.destroyForcibly();
        }, CompletableFuture.delayedExecutor(limitMillis, TimeUnit.MILLISECONDS));
        try {
            return answer(request, name, value);
        } catch (IOException e) {
            if (late.get()) {
                program = null;
                return unreachable("the program that talks to the mediator has not answered for " + limitMillis
                    + " ms, and was ended; try again");
            }
            throw e;
        } finally {
            limit.cancel(false);
        }
    }

    private Message answer(String request, String name, String value) throws IOException {
        out.writeUTF(request);
        out.writeUTF(name);
        out.writeUTF(value);
        out.flush();
        String kind = in.readUTF();
        String text = in.readUTF();
        return switch (kind) {
            case "DONE" -> new Message.Done();
            case "VALUE" -> new Message.Value(text.getBytes(StandardCharsets.UTF_8));
            case Message.Unnamed.UNREACHABLE -> unreachable(text);
            default -> new Message.Unnamed(kind, text);
        };
    }

    private void start() throws IOException {
        if (closed) {
            throw new UsageException("this job is ending");
        }
        Process started = starter.start();
        in = new DataInputStream(started.getInputStream());
        out = new DataOutputStream(new BufferedOutputStream(started.getOutputStream()));
        kept.clear();
        program = started;
    }

    /** The program withdraws the names when its input ends. If it cannot, their leases end by themselves. */
    @Override
    public void close() {
        closed = true;
        Process last = program;
        if (last == null) {
            return;
        }
        try {
            last.getOutputStream().close();
            if (last.waitFor(END_MILLIS, TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (IOException e) {
            // The program has ended, or is to end now.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        last.destroyForcibly();
    }
}
