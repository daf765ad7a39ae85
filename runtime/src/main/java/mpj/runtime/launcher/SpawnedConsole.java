package mpj.runtime.launcher;

import java.util.List;
import mpj.runtime.host.OutputSink;

/** The console of a job that another job has spawned: it shares the console of the first job. */
final class SpawnedConsole implements Console {
    private final int job;
    private final Console console;

    SpawnedConsole(int job, Console console) {
        this.job = job;
        this.console = console;
    }

    @Override
    public ProcessBuilder.Redirect input() {
        return console.input();
    }

    @Override
    public OutputSink out() {
        return of(console.out());
    }

    @Override
    public OutputSink err() {
        return of(console.err());
    }

    private OutputSink of(OutputSink sink) {
        // Where it matters which rank has begun a line, ranks of several jobs must differ.
        return (rank, bytes, offset, length) ->
            sink.write(rank < 0 ? rank : rank + job * Placement.MOST_RANKS, bytes, offset, length);
    }

    @Override
    public void say(String text) {
        console.say("spawned job " + job + ": " + text);
    }

    @Override
    public List<String> unseen(List<String> lines) {
        return console.unseen(lines);
    }
}
