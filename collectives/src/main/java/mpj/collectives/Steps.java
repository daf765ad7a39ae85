package mpj.collectives;

import java.util.function.IntUnaryOperator;

/**
 * Writes the steps of one rank, in the order in which it carries them out. Sends and receives are posted where they
 * stand; {@link #await} or {@link #awaitAll} waits for them, and so does the end.
 *
 * <p>{@link #among} gives another view of the same schedule, for a collective within a collective: its ranks are some
 * of these ranks, and its regions lie anywhere in this rank's memory.
 */
public final class Steps {
    /** No request: a message of no bytes is not sent, and its receiver does not wait for it. */
    public static final int NONE = -1;
    /** The stage of a rank that has ended the collective before the last, and so reads nothing of it any more. */
    public static final int ROOM_FREE = 0;
    /** The stage of a rank that has done its part: it will neither read another's room nor wait for a post any more. */
    public static final int ENDED = (1 << 24) - 1;

    private final ScheduleWriter writer;
    private final IntUnaryOperator ranks;
    private final Place send;
    private final Place receive;

    /** The steps of a new schedule. */
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
     * The same schedule, as a collective among some of the ranks sees it.
     *
     * @param members from a rank there to its rank here
     * @param sent what is {@link Place#SEND} there
     * @param received what is {@link Place#RECEIVE} there
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
     * Memory of the collective's own.
     *
     * @param bytes how much
     * @return where it is
     */
    public Place work(long bytes) {
        return writer.work(bytes);
    }

    /**
     * Starts to send, unless there is nothing to send.
     *
     * @param peer the receiver
     * @param from where the bytes are
     * @param bytes how many
     * @return the request, for {@link #await}
     */
    public int send(int peer, Place from, long bytes) {
        return bytes == 0 ? NONE : writer.message(Schedule.SEND, rank(peer), here(from), bytes);
    }

    /**
     * Starts to receive, unless there is nothing to receive.
     *
     * @param peer the sender
     * @param to where the bytes go
     * @param bytes how many
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
     * Sends and receives at once, and waits for both.
     *
     * @param to the receiver
     * @param from where the bytes are
     * @param bytes how many
     * @param source the sender
     * @param into where its bytes go
     * @param expected how many
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
     * @param request what started it
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
     * Copies within this rank.
     *
     * @param from where the bytes are
     * @param to where they go
     * @param bytes how many
     */
    public void copy(Place from, Place to, long bytes) {
        writer.local(Schedule.COPY, here(from), here(to), bytes);
    }

    /**
     * Combines operands: {@code upper = lower op upper}.
     *
     * @param lower the operands of lower ranks
     * @param upper the operands of higher ranks; the results go there
     * @param bytes how many
     */
    public void reduce(Place lower, Place upper, long bytes) {
        writer.local(Schedule.REDUCE, here(lower), here(upper), bytes);
    }

    /**
     * Has the schedule go through {@link Place#SHARED} also where this rank has nothing to do there, as when it has no
     * elements: the choice of algorithm is the same on every rank.
     */
    public void share() {
        writer.share();
    }

    /**
     * Says to all ranks that share memory with this one how far it has come: whoever sees it also sees what this rank
     * has written to {@link Place#SHARED} before. Before its first post a rank has seen that every other one needs no
     * more what stood there ({@link #ROOM_FREE}), or the post of one that has.
     *
     * @param stage a number from 1 to {@link #ENDED}, larger than that of the post before
     */
    public void post(int stage) {
        writer.stage(Schedule.POST, 0, stage);
    }

    /**
     * Writes a number to {@link Place#SHARED}, before a post.
     *
     * @param at where it goes
     * @param number the number
     */
    public void note(Place at, long number) {
        writer.number(Schedule.NOTE, 0, at, number);
    }

    /**
     * Compares a number in {@link Place#SHARED}, after a post of the rank that has noted it, with the size of what this
     * rank is to take: where they differ, the ranks' counts do.
     *
     * @param peer the rank
     * @param at where it is
     * @param number what it must be
     */
    public void expect(int peer, Place at, long number) {
        writer.number(Schedule.EXPECT, rank(peer), at, number);
    }

    /**
     * Waits until a rank that shares memory with this one has posted a stage, or a later one.
     *
     * @param peer the rank
     * @param stage the stage, or {@link #ROOM_FREE}
     */
    public void watch(int peer, int stage) {
        writer.stage(Schedule.WATCH, rank(peer), stage);
    }

    /**
     * What was written, complete.
     *
     * @return the schedule
     */
    public Schedule schedule() {
        awaitAll();
        return writer.schedule();
    }
}
