package mpj.core.file;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import mpj.engine.EngineException;
import mpj.engine.Failure;
import mpj.engine.Operation;
import mpj.engine.Receive;

/**
 * Reads and writes what all ranks access together, in two phases: aggregators read and write long pieces of the file,
 * and the ranks exchange the bytes with them. Each rank tells an aggregator which bytes of a window it has, and sends
 * or gets these bytes. They are adjacent in the rank's own stream, since the view only goes forward. The bytes between
 * the pieces are written only if a hint asks for that, as in {@link Independent}.
 *
 * <p>Each object is one access. A {@link #failure} of this rank is kept until all rounds are over, so that every rank
 * goes through all of them: the others wait for what this rank owes them. A rank that has failed names no more bytes.
 * In place of bytes that it has named and cannot send it sends a refusal, and it drops what it cannot take. Only the
 * failure of a message ends the access at once, because then the engine fails the messages of the other ranks as well.
 */
final class TwoPhase {
    private static final Part NOTHING = new Part(0, Pieces.NONE);

    private final DataFile file;
    private final Staging staging;
    private final Ranks ranks;
    private final Domains domains;
    private final int own;
    /** Where the access of each rank starts and ends in the file. */
    private final long[] starts;
    private final long[] ends;

    private final View view;
    private final long position;
    private final Stream stream;
    private final boolean sieved;
    /** Memory for the part of each domain, for bytes that have to be swapped between the buffer and the message. */
    private final MemorySegment[] passing;
    private EngineException failure;
    /** Whether the failure is that of another rank, which this one was told. */
    private boolean refused;

    /**
     * An access.
     *
     * @param starts where each rank's access starts in the file
     * @param ends where each rank's access ends in the file
     * @param position where this rank's access begins in the view's stream
     */
    TwoPhase(DataFile file, Staging staging, Ranks ranks, Domains domains, long[] starts, long[] ends,
             Independent.Manner manner, long position, Stream stream) {
        this.file = file;
        this.staging = staging;
        this.ranks = ranks;
        this.domains = domains;
        own = domains.of(ranks.rank());
        this.starts = starts;
        this.ends = ends;
        view = manner.view();
        sieved = manner.hints().sievingWrite() == Hints.Choice.ENABLE;
        this.position = position;
        this.stream = stream;
        passing = new MemorySegment[domains.number()];
    }

    /** Why this rank could not read or write everything that it had to; null if it could. */
    EngineException failure() {
        return refused ? null : failure; // the other rank tells its own failure to all
    }

    private boolean touches(int rank, int domain, long round) {
        return starts[rank] < domains.end(domain, round) && ends[rank] > domains.start(domain, round);
    }

    /** The part of this rank's stream that lies in a window. */
    private record Part(long from, Pieces pieces) {
    }

    private Part part(int domain, long round) {
        long start = domains.start(domain, round);
        long from = Math.max(view.before(start), position);
        long to = Math.min(view.before(domains.end(domain, round)), position + stream.bytes());
        return new Part(from - position, Pieces.of(view, from, Math.max(0, to - from), start));
    }

    /** The bytes of a part as they travel: in the buffer, or in other memory if they have to be swapped. */
    private Stream travelling(Part part, int domain) {
        if (!stream.swapped()) {
            return stream.part(part.from, part.pieces.bytes());
        }
        if (passing[domain] == null || passing[domain].byteSize() < part.pieces.bytes()) {
            passing[domain] = Arena.ofAuto().allocate(part.pieces.bytes());
        }
        return Stream.of(passing[domain].asSlice(0, part.pieces.bytes()), stream.datatype());
    }

    private Operation send(Part part, int domain, int to) {
        Stream travelling = travelling(part, domain);
        if (stream.swapped()) {
            stream.copyTo(part.from, passing[domain], 0, part.pieces.bytes());
        }
        return ranks.send(travelling, to);
    }

    /** The part of this rank, or nothing if this rank has failed. */
    private Part partOrNothing(int domain, long round) {
        if (failure == null) {
            try {
                return part(domain, round);
            } catch (RuntimeException | Error e) {
                note(e);
            }
        }
        return NOTHING;
    }

    private void note(Throwable e) {
        failure = failure == null ? FileErrors.ofPart(e) : failure;
    }

    /** The window that this rank reads or writes for all; null if it has none, or no memory for it. */
    private MemorySegment window() {
        try {
            return own < 0 ? null : staging.take(domains.window());
        } catch (RuntimeException | Error e) {
            note(e);
            return null;
        }
    }

    private void give(MemorySegment window) {
        if (window != null) {
            staging.give(window);
        }
    }

    private interface Start<T extends Operation> {
        T get();
    }

    /** Starts a message. If this rank cannot, starts another one, so that the other rank does not wait. */
    private <T extends Operation> T started(Start<T> message, Start<T> instead) {
        if (failure == null) {
            try {
                return message.get();
            } catch (EngineException e) {
                throw e;
            } catch (RuntimeException | Error e) {
                note(e);
            }
        }
        return instead.get();
    }

    private Operation send(Start<Operation> data, int to) {
        return started(data, () -> ranks.refuse(failure, to));
    }

    private Receive receive(Start<Receive> data, int from) {
        return started(data, () -> ranks.drop(from));
    }

    /** Waits until a message is over. */
    private void settle(Operation message) {
        EngineException wrong = ranks.settle(message);
        if (wrong != null) {
            refused |= failure == null && message.failure().refusedBy() != Failure.NO_RANK;
            note(wrong);
        }
    }

    /**
     * The domain of a turn. The ranks begin with different domains, so that they do not all ask the same aggregator at
     * once.
     */
    private int domain(int turn) {
        return (ranks.rank() + turn) % domains.number();
    }

    // ------------------------------------------------------------------------------------------- writing

    void write() {
        MemorySegment window = window();
        try {
            for (long round = 0; round < domains.rounds(); round++) {
                writeRound(round, window);
            }
        } finally {
            give(window);
        }
    }

    private void writeRound(long round, MemorySegment window) {
        List<Operation> sends = new ArrayList<>();
        Part mine = null;
        for (int turn = 0; turn < domains.number(); turn++) {
            int domain = domain(turn);
            if (!touches(ranks.rank(), domain, round)) {
                continue;
            }
            Part part = partOrNothing(domain, round);
            if (domain == own) {
                mine = part;
                continue;
            }
            int to = domains.aggregators()[domain];
            sends.add(ranks.send(part.pieces, to));
            if (!part.pieces.isEmpty()) {
                sends.add(send(() -> send(part, domain, to), to));
            }
        }
        if (own >= 0 && domains.start(own, round) < domains.end(own, round)) {
            collect(round, window, mine);
        }
        sends.forEach(this::settle);
    }

    private void collect(long round, MemorySegment window, Part mine) {
        long start = domains.start(own, round);
        List<Pieces> all = new ArrayList<>();
        List<Operation> receives = new ArrayList<>();
        for (int turn = 1; turn < ranks.size(); turn++) {
            int rank = (ranks.rank() + turn) % ranks.size();
            if (touches(rank, own, round)) {
                Pieces pieces = ranks.pieces(rank, domains.end(own, round) - start);
                if (!pieces.isEmpty()) {
                    all.add(pieces);
                    receives.add(receive(() -> ranks.receive(window, pieces, rank), rank));
                }
            }
        }
        if (mine != null && !mine.pieces.isEmpty()) {
            all.add(mine.pieces);
            local(() -> Copies.scatter(stream, mine.from, mine.pieces, window));
        }
        receives.forEach(this::settle);
        if (!all.isEmpty()) {
            local(() -> writeWindow(window, start, all));
        }
    }

    /** Does what concerns no other rank, unless this rank has failed. */
    private void local(Runnable action) {
        if (failure == null) {
            try {
                action.run();
            } catch (RuntimeException | Error e) {
                note(e);
            }
        }
    }

    private void writeWindow(MemorySegment window, long start, List<Pieces> all) {
        if (all.size() == 1 && all.getFirst().isOne()) {
            write(window, all.getFirst().first(), all.getFirst().end(), start);
            return;
        }
        BitSet marked = new BitSet(domains.window());
        all.forEach(pieces -> pieces.mark(marked));
        int first = marked.nextSetBit(0);
        int end = marked.length();
        if (marked.nextClearBit(first) == end) {
            write(window, first, end, start);
        } else if (!sieved || !file.isReadable()) {
            for (int at = first; at >= 0; ) {
                int hole = marked.nextClearBit(at);
                write(window, at, hole, start);
                at = marked.nextSetBit(hole);
            }
        } else {
            writeAround(window, marked, start);
        }
    }

    private void write(MemorySegment window, int from, int to, long start) {
        try (DataFile.Locked _ = file.isOnNetwork() ? file.lock(start + from, start + to, false) : null) {
            file.write(window.asSlice(from, to - from), start + from);
        }
    }

    /** Writes from the first piece to the last, with the file's own bytes between them. */
    private void writeAround(MemorySegment window, BitSet marked, long start) {
        int first = marked.nextSetBit(0);
        int end = marked.length();
        MemorySegment under = staging.take(end - first);
        try (DataFile.Locked _ = file.lock(start + first, start + end, false)) {
            MemorySegment there = under.asSlice(0, end - first);
            long read = file.read(there, start + first);
            there.asSlice(read).fill((byte) 0);
            for (int hole = marked.nextClearBit(first); hole < end; ) {
                int next = marked.nextSetBit(hole);
                MemorySegment.copy(there, hole - first, window, hole, next - hole);
                hole = marked.nextClearBit(next);
            }
            file.write(window.asSlice(first, end - first), start + first);
        } finally {
            staging.give(under);
        }
    }

    // ------------------------------------------------------------------------------------------- reading

    /** Reads. Returns how many bytes there were before the end of the file. */
    long read() {
        MemorySegment window = window();
        try {
            long found = 0;
            for (long round = 0; round < domains.rounds(); round++) {
                found += readRound(round, window);
            }
            return found;
        } finally {
            give(window);
        }
    }

    private long readRound(long round, MemorySegment window) {
        List<Operation> sends = new ArrayList<>();
        List<Incoming> receives = new ArrayList<>();
        Part mine = null;
        for (int turn = 0; turn < domains.number(); turn++) {
            int domain = domain(turn);
            if (!touches(ranks.rank(), domain, round)) {
                continue;
            }
            Part part = partOrNothing(domain, round);
            if (domain == own) {
                mine = part;
                continue;
            }
            int from = domains.aggregators()[domain];
            sends.add(ranks.send(part.pieces, from));
            if (!part.pieces.isEmpty()) {
                receives.add(new Incoming(receive(() -> ranks.receive(travelling(part, domain), from), from), part,
                    domain));
            }
        }
        long found = own >= 0 && domains.start(own, round) < domains.end(own, round)
            ? distribute(round, window, mine) : 0;
        sends.forEach(this::settle);
        for (Incoming incoming : receives) {
            settle(incoming.receive);
            long bytes = incoming.receive.matchedBytes();
            if (stream.swapped()) {
                local(() -> stream.copyFrom(incoming.part.from, passing[incoming.domain], 0, bytes));
            }
            found += bytes;
        }
        return found;
    }

    /** A part that a rank reads for this one. */
    private record Incoming(Receive receive, Part part, int domain) {
    }

    /** The pieces that a rank has asked for. */
    private record Asked(int rank, Pieces pieces) {
    }

    private long distribute(long round, MemorySegment window, Part mine) {
        long start = domains.start(own, round);
        List<Asked> all = new ArrayList<>();
        for (int turn = 1; turn < ranks.size(); turn++) {
            int rank = (ranks.rank() + turn) % ranks.size();
            if (touches(rank, own, round)) {
                Pieces pieces = ranks.pieces(rank, domains.end(own, round) - start);
                if (!pieces.isEmpty()) {
                    all.add(new Asked(rank, pieces));
                }
            }
        }
        if (mine != null && !mine.pieces.isEmpty()) {
            all.add(new Asked(ranks.rank(), mine.pieces));
        }
        long there = all.isEmpty() ? 0 : readWindow(window, start, all);
        long found = 0;
        List<Operation> sends = new ArrayList<>();
        for (Asked asked : all) {
            long bytes = asked.pieces.before(there);
            if (asked.rank == ranks.rank()) {
                local(() -> Copies.gather(window, asked.pieces, stream, mine.from, bytes));
                found = bytes;
            } else {
                sends.add(send(() -> ranks.send(window, asked.pieces, bytes, asked.rank), asked.rank));
            }
        }
        sends.forEach(this::settle);
        return found;
    }

    /** Reads the pieces that were asked for. Returns where in the window the file ends. */
    private long readWindow(MemorySegment window, long start, List<Asked> all) {
        int first = Integer.MAX_VALUE;
        int end = 0;
        for (Asked asked : all) {
            first = Math.min(first, asked.pieces.first());
            end = Math.max(end, asked.pieces.end());
        }
        if (failure != null) {
            return 0;
        }
        try (DataFile.Locked _ = file.isOnNetwork() ? file.lock(start + first, start + end, true) : null) {
            return first + file.read(window.asSlice(first, end - first), start + first);
        } catch (RuntimeException | Error e) {
            note(e);
            return 0;
        }
    }
}
