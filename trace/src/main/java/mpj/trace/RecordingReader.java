package mpj.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * Reads the recordings of a job, and makes one trace of them. Each recording is read twice: first for its clock and the
 * number of its events, and then for the events themselves.
 */
final class RecordingReader {
    private static final long BILLION = 1_000_000_000L;
    /** The largest number of calls and messages that a browser can show. */
    private static final long MOST_SHOWN = 4_000_000;
    /** The memory that one call or message takes while the page is made, in bytes. */
    private static final long MEMORY_EACH = 600;
    private static final double PERCENT = 100;
    private static final String CALL = "mpj.Call";
    private static final String UNDER_WAY = "mpj.CallUnderWay";
    private static final String RANK = "mpj.Rank";
    /** The events that are read. */
    private static final Set<String> TYPES = Set.of(CALL, UNDER_WAY, "mpj.MessageSent",
        "mpj.MessageArrived", "mpj.MessageMatched", "mpj.MessagePosted");

    private record Thread(int rank, String name) {
    }

    /** A step of a rank that posts or matches a receive. The steps are replayed in order. */
    private record Step(long time, boolean posts, int context, int peer, int tag) {
    }

    private final JobFacts job;
    private final Totals totals;
    private final List<String> notes;
    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, CallKind> kinds = new HashMap<>();
    private final Map<Thread, List<Call>> calls = new HashMap<>();
    /** For each thread, the call that the thread was in when its recording, or a chunk of the recording, ended. */
    private final Map<Thread, Call> underWay = new HashMap<>();
    private final HostCores cores = new HostCores();
    private final Map<Integer, List<Step>> steps = new TreeMap<>();
    private final Map<Integer, String> dumps = new HashMap<>();
    private final MessageLog messages = new MessageLog();
    private final Map<Path, RecordingClock> recordings = new LinkedHashMap<>();
    /** The ranks of the recording that is being read. The next field has the stacks at the recording's end. */
    private final Set<Integer> ranks = new HashSet<>();
    private String dump = "";
    private long events;
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    /** The time at which the last call of each rank returned. */
    private final Map<Integer, Long> returned = new HashMap<>();
    private Slices slices = Slices.ALL;

    private RecordingReader(JobFacts job) {
        this.job = job;
        totals = new Totals(job.size());
        notes = new ArrayList<>(job.notes());
    }

    /** @throws IOException when there is nothing to read; a recording that is missing or broken only causes a note */
    static Trace read(Path folder) throws IOException {
        return read(folder, Math.min(MOST_SHOWN, Runtime.getRuntime().maxMemory() / MEMORY_EACH));
    }

    /** Keeps at most about this many events. */
    static Trace read(Path folder, long most) throws IOException {
        RecordingReader reader = new RecordingReader(JobFacts.read(folder));
        for (int rank = 0; rank < reader.job.size(); rank++) {
            Path recording = folder.resolve("rank-" + rank + ".jfr");
            if (Files.isRegularFile(recording)) {
                reader.survey(recording);
            }
        }
        if (reader.recordings.isEmpty()) {
            throw new IOException("there is no recording in " + folder);
        }
        if (reader.first > reader.last) {
            reader.first = 0;
            reader.last = 0;
            reader.notes.add("The recordings have no event of MPI.");
        }
        reader.slices = Slices.of(reader.last - reader.first, reader.events, most);
        reader.recordings.forEach(reader::readEvents);
        return reader.trace();
    }

    private interface Taking {
        void take(RecordedEvent event);
    }

    private static void forEach(Path recording, Taking taking) throws IOException {
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                taking.take(file.readEvent());
            }
        }
    }

    /**
     * Reads the clock samples and the number of events. How the clocks are related is known only after the whole
     * recording is read.
     */
    private void survey(Path recording) {
        String name = recording.getFileName().toString();
        RecordingClock clock = new RecordingClock(job.clockOf(Integer.parseInt(name.replaceAll("\\D", ""))));
        recordings.put(recording, clock);
        long[] span = {Long.MAX_VALUE, Long.MIN_VALUE};
        Map<Integer, Long> lastReturn = new HashMap<>();
        try {
            forEach(recording, event -> {
                String type = event.getEventType().getName();
                if (type.equals("mpj.ClockSample")) {
                    clock.sample(nanos(event.getStartTime()), event.getLong("nanoTime"));
                } else if (TYPES.contains(type)) {
                    long end = nanos(event.getEndTime());
                    span[0] = Math.min(span[0], nanos(event.getStartTime()));
                    span[1] = Math.max(span[1], end);
                    if (type.equals(CALL)) {
                        lastReturn.merge(event.getInt("rank"), end, Math::max);
                    }
                    events++;
                }
            });
        } catch (IOException e) {
            notes.add(name + " cannot be read to its end: " + e.getMessage());
        }
        if (span[0] <= span[1]) {
            first = Math.min(first, clock.time(span[0]));
            last = Math.max(last, clock.time(span[1]));
        }
        lastReturn.forEach((rank, end) -> returned.merge(rank, clock.time(end), Math::max));
    }

    private void readEvents(Path recording, RecordingClock clock) {
        ranks.clear();
        dump = "";
        try {
            forEach(recording, event -> take(event, clock.time(nanos(event.getStartTime())) - first,
                clock.time(nanos(event.getEndTime())) - first));
        } catch (IOException e) {
            dump = ""; // survey() has reported this; the events that were read are used
        }
        ranks.forEach(rank -> dumps.put(rank, dump));
    }

    private static long nanos(Instant instant) {
        return instant.getEpochSecond() * BILLION + instant.getNano();
    }

    private void take(RecordedEvent event, long start, long end) {
        String type = event.getEventType().getName();
        if (type.equals("jdk.ThreadDump")) {
            dump = event.getString("result");
        } else if (type.equals(RANK)) {
            cores.add(event.getString("host"), event.getInt("rank"), event.getInt("processors"),
                event.getString("cores"));
        } else if (TYPES.contains(type)) {
            int rank = event.getInt("rank");
            ranks.add(rank);
            switch (type) {
                case CALL -> call(event, rank, start, end);
                case UNDER_WAY -> underWay(event, rank, end);
                case "mpj.MessageSent" -> sent(event, rank, start, !"eager".equals(event.getString("protocol")));
                case "mpj.MessageArrived" -> arrived(event, rank, start);
                case "mpj.MessageMatched" -> matched(event, rank, start);
                default -> step(event, rank, start, true);
            }
        }
    }

    private void call(RecordedEvent event, int rank, long start, long end) {
        String name = text(event.getString("call"));
        CallKind kind = kinds.computeIfAbsent(name, CallKind::of);
        totals.call(rank, kind, name, event.getLong("bytes"), end - start);
        if (slices.has(end) || CallKind.startsOrEnds(name)) {
            calls.computeIfAbsent(new Thread(rank, nameOf(event.getThread())), thread -> new ArrayList<>())
                .add(callOf(event, rank, kind, name, start, end, true));
        }
        // The event of a short call also stands for its message, which has left or arrived when the call returns.
        if (event.getLong("sequence") == 0) {
            return;
        }
        if (name.equals("Send")) {
            sent(event, rank, end, false);
        } else if (event.getBoolean("unexpected")) {
            matched(event, rank, start);
        } else {
            totals.arrived(event.getInt("peer"), rank, event.getLong("bytes"));
            Message message = received(event, rank, end);
            if (message != null) {
                message.arrived = end;
                message.matched = end;
            }
        }
    }

    private Call callOf(RecordedEvent event, int rank, CallKind kind, String name, long start, long end,
                        boolean returned) {
        return new Call(rank, kind, name, beforeParenthesis(event.getString("communicator")),
            event.getInt("context"), event.getInt("peer"), event.getInt("tag"), event.getLong("bytes"),
            beforeParenthesis(event.getString("line")), start, end, returned);
    }

    /**
     * Keeps only the last call of a thread, because only that one may have never returned. Whether it returned is known
     * after everything is read.
     */
    private void underWay(RecordedEvent event, int rank, long time) {
        String name = text(event.getString("call"));
        underWay.merge(new Thread(rank, nameOf(event.getThread("caller"))), callOf(event, rank,
            kinds.computeIfAbsent(name, CallKind::of).whenUnreturned(), name,
            time - event.getDuration("since").toNanos(), last - first, false),
            (a, b) -> a.start() > b.start() ? a : b);
    }

    /**
     * Adds the calls that never returned. If a thread has returned from any call later, it has also returned from this
     * one.
     */
    private void addUnreturned() {
        underWay.forEach((thread, call) -> {
            List<Call> own = calls.computeIfAbsent(thread, key -> new ArrayList<>());
            if (own.stream().noneMatch(other -> other.end() > call.start())) {
                own.add(call);
                totals.call(call.rank(), call.kind(), call.name(), call.bytes(), call.nanos());
            }
        });
    }

    private void sent(RecordedEvent event, int rank, long time, boolean rendezvous) {
        totals.sent(rank, event.getInt("peer"), event.getLong("bytes"));
        if (slices.has(time)) {
            Message message = messages.of(rank, event.getInt("peer"), event.getLong("sequence"));
            describe(message, event);
            message.sent = time;
            message.rendezvous |= rendezvous;
        }
    }

    /** The message of an event that the receiver has recorded, or null if the message is not kept. */
    private Message received(RecordedEvent event, int rank, long time) {
        if (!slices.has(time)) {
            return null;
        }
        Message message = messages.of(event.getInt("peer"), rank, event.getLong("sequence"));
        describe(message, event);
        return message;
    }

    private void arrived(RecordedEvent event, int rank, long time) {
        totals.arrived(event.getInt("peer"), rank, event.getLong("bytes"));
        boolean unexpected = event.getBoolean("unexpected");
        Message message = received(event, rank, time);
        if (message != null) {
            message.arrived = time;
            message.unexpected = unexpected;
            message.rendezvous |= !"eager".equals(event.getString("protocol"));
            message.matched = unexpected ? message.matched : time;
        }
        if (!unexpected) {
            step(event, rank, time, false);
        }
    }

    private void matched(RecordedEvent event, int rank, long time) {
        Message message = received(event, rank, time);
        if (message != null) {
            message.matched = time;
            message.unexpected = true;
        }
    }

    /**
     * Keeps a step. If not all events of the job are kept, only the steps are kept after which no call of the rank has
     * returned.
     */
    private void step(RecordedEvent event, int rank, long time, boolean posts) {
        if (slices.isAll() || time + first >= returned.getOrDefault(rank, 0L)) {
            steps.computeIfAbsent(rank, key -> new ArrayList<>())
                .add(new Step(time, posts, event.getInt("context"), event.getInt("peer"), event.getInt("tag")));
        }
    }

    private static void describe(Message message, RecordedEvent event) {
        message.context = event.getInt("context");
        message.tag = event.getInt("tag");
        message.bytes = event.getLong("bytes");
    }

    private static String nameOf(RecordedThread thread) {
        return thread == null || thread.getJavaName() == null ? "" : thread.getJavaName();
    }

    /** The text before the parenthesis: a place without its method, or a communicator without its number. */
    private String beforeParenthesis(String text) {
        int parenthesis = text == null ? -1 : text.lastIndexOf(" (");
        return text(parenthesis < 0 ? text : text.substring(0, parenthesis));
    }

    /** Keeps the same text only once in memory, however often it is recorded. */
    private String text(String text) {
        return text == null ? "" : texts.computeIfAbsent(text, same -> same);
    }

    private Trace trace() {
        addUnreturned();
        List<Lane> lanes = new ArrayList<>();
        calls.forEach((thread, own) -> lanes.add(Lane.of(thread.rank, thread.name, own)));
        lanes.sort((a, b) -> a.rank() != b.rank() ? Integer.compare(a.rank(), b.rank())
            : a.thread().compareTo(b.thread()));
        List<Message> all = messages.all();
        if (!slices.isAll()) {
            notes.add(String.format(Locale.ROOT, "There are %,d calls and %,d messages, more than can be shown. The"
                + " timeline has those of %.1f %% of the time, in slices spread over all of it. Times between ranks,"
                + " latencies and the diagnosis are estimates from them; all other sums are of everything.",
                totals.calls(), totals.messages(), slices.share() * PERCENT));
        }
        return new Trace(job, totals, slices, lanes, all, new BlockedRanks(lanes, dumps).of(openReceives(), all),
            last - first, notes, cores.byRanks());
    }

    private Map<Integer, List<PostedReceives.Posted>> openReceives() {
        Map<Integer, List<PostedReceives.Posted>> open = new TreeMap<>();
        steps.forEach((rank, own) -> {
            own.sort((a, b) -> a.time != b.time ? Long.compare(a.time, b.time) : Boolean.compare(b.posts, a.posts));
            PostedReceives receives = new PostedReceives();
            for (Step step : own) {
                if (step.posts) {
                    receives.posted(step.context, step.peer, step.tag, step.time);
                } else {
                    receives.matched(step.context, step.peer, step.tag);
                }
            }
            open.put(rank, receives.left());
        });
        return open;
    }
}
