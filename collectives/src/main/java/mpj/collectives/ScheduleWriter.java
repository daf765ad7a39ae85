package mpj.collectives;

import java.util.Arrays;

/** The words of a schedule that is being written, and the numbers of its requests. */
final class ScheduleWriter {
    private long[] program = new long[16 * Schedule.STEP];
    private int length;
    private long work;

    /** The requests that are under way, in the order in which they were posted. */
    private int[] pending = new int[8];
    private int pendingCount;
    /** The numbers of requests that may be used again. */
    private int[] free = new int[8];
    private int freeCount;
    private int requests;
    private boolean shared;

    Place work(long bytes) {
        Place place = Place.WORK.plus(work);
        work = Math.addExact(work, bytes);
        return place;
    }

    int message(int kind, int peer, Place place, long bytes) {
        int request = freeCount > 0 ? free[--freeCount] : requests++;
        if (pendingCount == pending.length) {
            pending = Arrays.copyOf(pending, 2 * pendingCount);
        }
        pending[pendingCount++] = request;
        add(Schedule.pack(kind, place.region(), 0, request, peer), place.at(), bytes, 0);
        return request;
    }

    void await(int request) {
        for (int i = 0; i < pendingCount; i++) {
            if (pending[i] == request) {
                System.arraycopy(pending, i + 1, pending, i, --pendingCount - i);
                addAwait(request);
                return;
            }
        }
    }

    void awaitAll() {
        for (int i = 0; i < pendingCount; i++) {
            addAwait(pending[i]);
        }
        pendingCount = 0;
    }

    private void addAwait(int request) {
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, 2 * freeCount);
        }
        free[freeCount++] = request;
        add(Schedule.pack(Schedule.AWAIT, 0, 0, request, 0), 0, 0, 0);
    }

    void local(int kind, Place from, Place to, long bytes) {
        if (bytes > 0 && !from.equals(to)) {
            add(Schedule.pack(kind, from.region(), to.region(), 0, 0), from.at(), bytes, to.at());
        }
    }

    void share() {
        shared = true;
    }

    void stage(int kind, int peer, int stage) {
        shared = true;
        add(Schedule.pack(kind, 0, 0, 0, peer), stage, 0, 0);
    }

    void number(int kind, int peer, Place place, long number) {
        add(Schedule.pack(kind, place.region(), 0, 0, peer), place.at(), number, 0);
    }

    private void add(long word, long at, long bytes, long to) {
        if (length == program.length) {
            program = Arrays.copyOf(program, 2 * length);
        }
        program[length] = word;
        program[length + 1] = at;
        program[length + 2] = bytes;
        program[length + 3] = to;
        length += Schedule.STEP;
    }

    Schedule schedule() {
        return new Schedule(Arrays.copyOf(program, length), requests, work, shared);
    }
}
