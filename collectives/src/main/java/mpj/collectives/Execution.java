package mpj.collectives;

/** Carries out schedules on a machine, one after the other. For one thread at a time; allocates nothing. */
public final class Execution {
    private final Machine machine;
    private long[] program = {};
    private int next;

    /**
     * An execution on this machine.
     *
     * @param machine what carries out the steps
     */
    public Execution(Machine machine) {
        this.machine = machine;
    }

    /**
     * Begins a schedule; {@link #run} or {@link #advance} carries it out.
     *
     * @param schedule the schedule
     * @return this
     */
    public Execution start(Schedule schedule) {
        program = schedule.program;
        next = 0;
        return this;
    }

    /** Carries out all that is left, waiting where it must. */
    public void run() {
        step(true);
    }

    /**
     * Carries out what can be without waiting.
     *
     * @return true when nothing is left
     */
    public boolean advance() {
        return step(false);
    }

    /**
     * The request that the next step waits for, after {@link #advance} returned false.
     *
     * @return its number
     */
    public int awaited() {
        return Schedule.request(program[next]);
    }

    /** How far it has come, in words of the schedule. */
    int position() {
        return next;
    }

    private boolean step(boolean wait) {
        final Machine on = machine;
        final long[] steps = program;
        int at = next;
        for (; at < steps.length; at += Schedule.STEP) {
            long word = steps[at];
            switch (Schedule.kind(word)) {
                case Schedule.SEND -> on.send(Schedule.request(word), Schedule.peer(word), Schedule.region(word),
                    steps[at + 1], steps[at + 2]);
                case Schedule.RECEIVE -> on.receive(Schedule.request(word), Schedule.peer(word),
                    Schedule.region(word), steps[at + 1], steps[at + 2]);
                case Schedule.AWAIT -> {
                    if (wait) {
                        on.await(Schedule.request(word));
                    } else if (!on.completed(Schedule.request(word))) {
                        next = at;
                        return false;
                    }
                }
                case Schedule.COPY -> on.copy(Schedule.region(word), steps[at + 1], Schedule.toRegion(word),
                    steps[at + 3], steps[at + 2]);
                case Schedule.POST -> on.post((int) steps[at + 1]);
                case Schedule.WATCH -> {
                    if (wait) {
                        on.watch(Schedule.peer(word), (int) steps[at + 1]);
                    } else if (!on.posted(Schedule.peer(word), (int) steps[at + 1])) {
                        next = at;
                        return false;
                    }
                }
                case Schedule.NOTE -> on.note(steps[at + 1], steps[at + 2]);
                case Schedule.EXPECT -> on.expect(Schedule.peer(word), steps[at + 1], steps[at + 2]);
                default -> on.reduce(Schedule.region(word), steps[at + 1], Schedule.toRegion(word),
                    steps[at + 3], steps[at + 2]);
            }
        }
        next = at;
        return true;
    }
}
