package mpj.collectives;

import java.util.function.IntUnaryOperator;

/**
 * Writes the steps of one rank, in the order in which the rank carries them out. Sends and receives are posted at their
 * place in this order. {@link #await} or {@link #awaitAll} waits for them, and the end of the schedule waits for all
 * that are left.
 *
 * <p>{@link #among} gives another view of the same schedule, for a collective within a collective. The ranks of the
 * inner collective are some of these ranks, and its regions lie anywhere in this rank's memory.
 */
public final class Steps {
    /** No request. A message of no bytes is not sent, and its receiver does not wait for it. */
    public static final int NONE = -1;
    /**
     * The stage of a rank that has done its part. It will neither read another rank's room nor wait for a post any
     * more.
     */
    public static final int ENDED = (1 << 24) - 1;

    private final ScheduleWriter writer;
    private final IntUnaryOperator ranks;
    private final Place send;
    private final Place receive;

    /** Begins a new schedule. */
    public Steps() {
        this(new ScheduleWriter(), IntUnaryOperator.identity(), Place.SEND, Place.RECEIVE);
    }

    private Steps(ScheduleWriter writer, IntUnaryOperator ranks, Place send, Place receive) {
        this.writer = writer;
        this.ranks = ranks;
        this.send = send;
        this.receive = receive;
    }

    /**
     * A view of the same schedule for a collective among some of the ranks.
     *
     * @param members maps a rank of the inner collective to its rank here
     * @param sent the place that is {@link Place#SEND} in the inner collective
     * @param received the place that is {@link Place#RECEIVE} in the inner collective
     * @return the view
     */
    public Steps among(IntUnaryOperator members, Place sent, Place received) {
        return new Steps(writer, ranks.compose(members), here(sent), here(received));
    }

    private int rank(int peer) {
        return ranks.applyAsInt(peer);
    }

    private Place here(Place place) {
        return switch (place.region()) {
            case 0 -> send.plus(place.at());
            case 1 -> receive.plus(place.at());
            default -> place;
        };
    }

    /**
     * Reserves memory of the collective's own.
     *
     * @param bytes the size
     * @return its place
     */
    public Place work(long bytes) {
        return writer.work(bytes);
    }

    /**
     * Starts a send, unless there is nothing to send.
     *
     * @param peer the receiver
     * @param from the place of the bytes
     * @param bytes the number of bytes
     * @return the request, for {@link #await}
     */
    public int send(int peer, Place from, long bytes) {
        return bytes == 0 ? NONE : writer.message(Schedule.SEND, rank(peer), here(from), bytes);
    }

    /**
     * Starts a receive, unless there is nothing to receive.
     *
     * @param peer the sender
     * @param to the place where the bytes go
     * @param bytes the number of bytes
     * @return the request, for {@link #await}
     */
    public int receive(int peer, Place to, long bytes) {
        return bytes == 0 ? NONE : writer.message(Schedule.RECEIVE, rank(peer), here(to), bytes);
    }

    /**
     * Starts to send a message without bytes.
     *
     * @param peer the receiver
     */
    public void signal(int peer) {
        writer.message(Schedule.SEND, rank(peer), Place.WORK, 0);
    }

    /**
     * Starts to receive a message without bytes.
     *
     * @param peer the sender
     */
    public void hear(int peer) {
        writer.message(Schedule.RECEIVE, rank(peer), Place.WORK, 0);
    }

    /**
     * Sends and receives at the same time, and waits for both.
     *
     * @param to the receiver
     * @param from the place of the bytes to send
     * @param bytes their number
     * @param source the sender
     * @param into the place where the sender's bytes go
     * @param expected their number
     */
    public void exchange(int to, Place from, long bytes, int source, Place into, long expected) {
        int received = receive(source, into, expected);
        int sent = send(to, from, bytes);
        await(received);
        await(sent);
    }

    /**
     * Waits for a send or receive.
     *
     * @param request the request that started it
     */
    public void await(int request) {
        if (request != NONE) {
            writer.await(request);
        }
    }

    /** Waits for every send and receive. */
    public void awaitAll() {
        writer.awaitAll();
    }

    /**
     * Copies bytes within this rank.
     *
     * @param from the place of the bytes
     * @param to the place where they go
     * @param bytes the number of bytes
     */
    public void copy(Place from, Place to, long bytes) {
        writer.local(Schedule.COPY, here(from), here(to), bytes);
    }

    /**
     * Combines operands: {@code upper = lower op upper}.
     *
     * @param lower the operands of lower ranks
     * @param upper the operands of higher ranks, where the results go
     * @param bytes the number of bytes
     */
    public void reduce(Place lower, Place upper, long bytes) {
        writer.local(Schedule.REDUCE, here(lower), here(upper), bytes);
    }

    /**
     * Marks the schedule as one that uses {@link Place#SHARED}, even if this rank has nothing to do there, for example
     * because it has no elements. The choice of algorithm must be the same on every rank.
     */
    public void share() {
        writer.share();
    }

    /**
     * Tells all ranks that share memory with this rank which stage it has reached. A rank that sees the post also sees
     * everything that this rank has written to {@link Place#SHARED} before. Before its first post, a rank must have
     * seen that every other rank no longer needs the old contents ({@link #claim}), or the post of a rank that has seen
     * this.
     *
     * @param stage a number from 1 to {@link #ENDED}, larger than the stage of the post before
     */
    public void post(int stage) {
        writer.stage(Schedule.POST, 0, stage);
    }

    /**
     * Writes a number to {@link Place#SHARED}, before a post.
     *
     * @param at the place of the number
     * @param number the number
     */
    public void note(Place at, long number) {
        writer.number(Schedule.NOTE, 0, at, number);
    }

    /**
     * Compares a number in {@link Place#SHARED} with the size of the data that this rank is to take. The number was
     * noted by another rank, and this follows a post of that rank. If the two differ, the ranks have passed different
     * counts.
     *
     * @param peer the other rank
     * @param at the place of the number
     * @param number the expected number
     */
    public void expect(int peer, Place at, long number) {
        writer.number(Schedule.EXPECT, rank(peer), at, number);
    }

    /**
     * Waits until a rank that shares memory with this rank has posted a stage, or a later one.
     *
     * @param peer the rank
     * @param stage the stage
     */
    public void awaitStage(int peer, int stage) {
        writer.stage(Schedule.AWAIT_STAGE, rank(peer), stage);
    }

    /**
     * Waits until this rank's room may be written to. All ranks that share the memory take part in the collective. If
     * {@link #allHaveBegun} was noted in the collective before, there is nothing to wait for, and no flag to look at.
     */
    public void claim() {
        writer.stage(Schedule.CLAIM, 0, 0);
    }

    /**
     * Notes that every rank has begun this collective. This rank must have waited for a post of every other rank, or
     * for the post of a rank that has itself waited for all of them.
     */
    public void allHaveBegun() {
        writer.stage(Schedule.ALL_BEGUN, 0, 0);
    }

    /**
     * Ends the writing.
     *
     * @return the complete schedule
     */
    public Schedule schedule() {
        awaitAll();
        return writer.schedule();
    }
}
