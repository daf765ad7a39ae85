package mpj.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Reads the recordings of a job, and makes one trace of them. */
final class RecordingReader {
    private static final long BILLION = 1_000_000_000L;

    private record Thread(int rank, String name) {
    }

    /** What a rank does with its receives, to be replayed in order. */
    private record Step(long time, boolean posts, int context, int peer, int tag) {
    }

    private final Path folder;
    private final JobFacts job;
    private final List<String> notes;
    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, CallKind> kinds = new HashMap<>();
    private final Map<Thread, List<Call>> calls = new HashMap<>();
    private final Map<Integer, List<Step>> steps = new TreeMap<>();
    private final Map<Integer, String> dumps = new HashMap<>();
    private final MessageLog messages = new MessageLog();
    /** Of the recording that is being read: whose it is, and the stacks at its end. */
    private final Set<Integer> ranks = new HashSet<>();
    private String dump = "";
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;

    private RecordingReader(Path folder, JobFacts job) {
        this.folder = folder;
        this.job = job;
        notes = new ArrayList<>(job.notes());
    }

    /** @throws IOException when there is nothing to read; a recording that is missing or broken is a note */
    static Trace read(Path folder) throws IOException {
        RecordingReader reader = new RecordingReader(folder, JobFacts.read(folder));
        List<Path> recordings = new ArrayList<>();
        for (int rank = 0; rank < reader.job.size(); rank++) {
            Path recording = folder.resolve("rank-" + rank + ".jfr");
            if (Files.isRegularFile(recording)) {
                recordings.add(recording);
            }
        }
        if (recordings.isEmpty()) {
            throw new IOException("there is no recording in " + folder);
        }
        for (Path recording : recordings) {
            reader.readRecording(recording);
        }
        return reader.trace();
    }

    private void readRecording(Path recording) {
        String name = recording.getFileName().toString();
        HostClock host = job.clockOf(Integer.parseInt(name.replaceAll("\\D", "")));
        RecordingClock clock = new RecordingClock();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                if (event.getEventType().getName().equals("mpj.ClockSample")) {
                    clock.sample(nanos(event.getStartTime()), event.getLong("nanoTime"));
                }
            }
        } catch (IOException e) {
            notes.add(name + " cannot be read to its end: " + e.getMessage());
        }
        // Events are read a second time, since how the clocks go together is known at the end only.
        ranks.clear();
        dump = "";
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                take(event, clock.time(nanos(event.getStartTime()), host), clock.time(nanos(event.getEndTime()), host));
            }
        } catch (IOException e) {
            dump = ""; // said above; what was read counts
        }
        ranks.forEach(rank -> dumps.put(rank, dump));
    }

    private static long nanos(Instant instant) {
        return instant.getEpochSecond() * BILLION + instant.getNano();
    }

    private void take(RecordedEvent event, long start, long end) {
        switch (event.getEventType().getName()) {
            case "mpj.Call" -> {
                int rank = span(event, start, end);
                String name = text(event.getString("call"));
                calls.computeIfAbsent(new Thread(rank, threadOf(event)), thread -> new ArrayList<>())
                    .add(new Call(rank, kinds.computeIfAbsent(name, CallKind::of), name,
                        text(event.getString("communicator")), event.getInt("context"), event.getInt("peer"),
                        event.getInt("tag"), event.getLong("bytes"), text(event.getString("line")), start, end));
            }
            case "mpj.MessageSent" -> {
                Message message = messages.of(span(event, start, end), event.getInt("peer"),
                    event.getLong("sequence"));
                describe(message, event);
                message.sent = start;
                message.rendezvous |= !"eager".equals(event.getString("protocol"));
            }
            case "mpj.MessageArrived" -> {
                Message message = messages.of(event.getInt("peer"), span(event, start, end),
                    event.getLong("sequence"));
                describe(message, event);
                message.arrived = start;
                message.unexpected = event.getBoolean("unexpected");
                message.rendezvous |= !"eager".equals(event.getString("protocol"));
            }
            case "mpj.MessageMatched" -> matched(event, span(event, start, end), start);
            case "mpj.MessagePosted" -> steps.computeIfAbsent(span(event, start, end), rank -> new ArrayList<>())
                .add(new Step(start, true, event.getInt("context"), event.getInt("peer"), event.getInt("tag")));
            case "jdk.ThreadDump" -> dump = event.getString("result");
            default -> {
                return;
            }
        }
    }

    private void matched(RecordedEvent event, int rank, long time) {
        Message message = messages.of(event.getInt("peer"), rank, event.getLong("sequence"));
        describe(message, event);
        message.matched = time;
        message.unexpected = event.getBoolean("unexpected");
        if (!message.unexpected) {
            steps.computeIfAbsent(rank, key -> new ArrayList<>())
                .add(new Step(time, false, event.getInt("context"), event.getInt("peer"), event.getInt("tag")));
        }
    }

    private static void describe(Message message, RecordedEvent event) {
        message.context = event.getInt("context");
        message.tag = event.getInt("tag");
        message.bytes = event.getLong("bytes");
    }

    private int span(RecordedEvent event, long start, long end) {
        first = Math.min(first, start);
        last = Math.max(last, end);
        ranks.add(event.getInt("rank"));
        return event.getInt("rank");
    }

    private static String threadOf(RecordedEvent event) {
        return event.getThread() == null || event.getThread().getJavaName() == null ? ""
            : event.getThread().getJavaName();
    }

    /** The same text once in memory, however often it is recorded. */
    private String text(String text) {
        return text == null ? "" : texts.computeIfAbsent(text, same -> same);
    }

    private Trace trace() {
        if (first > last) {
            first = 0;
            last = 0;
            notes.add("The recordings have no event of MPI.");
        }
        List<Lane> lanes = new ArrayList<>();
        calls.forEach((thread, own) -> lanes.add(Lane.of(thread.rank, thread.name, fromFirst(own))));
        lanes.sort((a, b) -> a.rank() != b.rank() ? Integer.compare(a.rank(), b.rank())
            : a.thread().compareTo(b.thread()));
        List<Message> all = messages.all();
        for (Message message : all) {
            message.sent = fromFirst(message.sent);
            message.arrived = fromFirst(message.arrived);
            message.matched = fromFirst(message.matched);
        }
        return new Trace(job, lanes, all, new BlockedRanks(lanes, dumps).of(openReceives(), all), last - first,
            notes);
    }

    private Map<Integer, List<PostedReceives.Posted>> openReceives() {
        Map<Integer, List<PostedReceives.Posted>> open = new TreeMap<>();
        steps.forEach((rank, own) -> {
            own.sort((a, b) -> a.time != b.time ? Long.compare(a.time, b.time) : Boolean.compare(b.posts, a.posts));
            PostedReceives receives = new PostedReceives();
            for (Step step : own) {
                if (step.posts) {
                    receives.posted(step.context, step.peer, step.tag, fromFirst(step.time));
                } else {
                    receives.matched(step.context, step.peer, step.tag);
                }
            }
            open.put(rank, receives.left());
        });
        return open;
    }

    private List<Call> fromFirst(List<Call> recorded) {
        List<Call> own = new ArrayList<>(recorded.size());
        for (Call call : recorded) {
            own.add(new Call(call.rank(), call.kind(), call.name(), call.communicator(), call.context(), call.peer(),
                call.tag(), call.bytes(), call.line(), call.start() - first, call.end() - first));
        }
        return own;
    }

    private long fromFirst(long time) {
        return time == Message.NEVER ? time : time - first;
    }
}
