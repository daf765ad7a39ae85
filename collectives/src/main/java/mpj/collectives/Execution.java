package mpj.collectives;

/**
 * Carries out schedules on a machine, one after the other. It is used by one thread at a time, and allocates nothing.
 */
public final class Execution {
    private final Machine machine;
    private long[] program = {};
    private int next;

    /**
     * Makes an execution on this machine.
     *
     * @param machine carries out the steps
     */
    public Execution(Machine machine) {
        this.machine = machine;
    }

    /**
     * Begins a schedule. {@link #run} or {@link #advance} carries it out.
     *
     * @param schedule the schedule
     * @return this execution
     */
    public Execution start(Schedule schedule) {
        program = schedule.program;
        next = 0;
        return this;
    }

    /** Carries out all remaining steps, and waits where it must. */
    public void run() {
        step(true);
    }

    /**
     * Carries out the steps that need no waiting.
     *
     * @return true when no step is left
     */
    public boolean advance() {
        return step(false);
    }

    /**
     * The request for which the next step waits. Call this only after {@link #advance} returned false.
     *
     * @return its number
     */
    public int awaited() {
        return Schedule.request(program[next]);
    }

    /** The position in the schedule, in words. */
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
                case Schedule.AWAIT_STAGE -> {
                    if (wait) {
                        on.awaitStage(Schedule.peer(word), (int) steps[at + 1]);
                    } else if (!on.posted(Schedule.peer(word), (int) steps[at + 1])) {
                        next = at;
                        return false;
                    }
                }
                case Schedule.CLAIM -> {
                    if (wait) {
                        on.awaitRoomFree();
                    } else if (!on.isRoomFree()) {
                        next = at;
                        return false;
                    }
                }
                case Schedule.ALL_BEGUN -> on.allHaveBegun();
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
