package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.File;
import mpi.Info;
import mpi.MPI;
import mpi.Status;
import mpj.tests.Check;
import mpj.tests.Runs;
import mpj.tests.openmpi.checks.FileAccess.Form;
import mpj.tests.openmpi.checks.FileAccess.Pointer;
import mpj.tests.openmpi.checks.FileAccess.Verb;

/**
 * Random views and accesses of all methods, compared with a model of the file in memory. All ranks draw the same
 * program from a seed, so each rank knows what the others write. A game has one file with its own hints, and several
 * rounds. In a round that writes, either no byte is in the views of two ranks, or all ranks have the same view and use
 * its shared pointer.
 *
 * <p>To run more games with other seeds: {@code -Dfile.games=1000 -Dfile.seed=7}.
 */
@Runs(ranks = {1, 2, 3, 4})
@Runs(ranks = 5, properties = "file.seed=1045")
public final class FileRandomChecks {
    private static final int GAMES = Integer.getInteger("file.games", 12);
    private static final long SEED = Long.getLong("file.seed", 45);
    private static final int ROUNDS = 6;
    private static final int ACCESSES = 5;
    private static final int MOST = 1 << 22;
    private static final byte UNTOUCHED = 0x55;
    private static final int TURN = 78;

    private static final Map<String, String[]> HINTS = Map.of("cb_nodes", new String[] {"1", "2", "3"},
        "cb_buffer_size", new String[] {"4096", "5000", "65536"}, "romio_cb_read", Game.CHOICES, "romio_cb_write",
        Game.CHOICES, "romio_ds_read", Game.CHOICES, "romio_ds_write", Game.CHOICES, "ind_rd_buffer_size",
        new String[] {"512", "4097"}, "ind_wr_buffer_size", new String[] {"512", "4097"});

    @Check
    void filesAreAsTheModelSays() throws Throwable {
        SampleFile.with(sample -> {
            for (int game = 0; game < GAMES; game++) {
                new Game(sample, SEED + game).play();
            }
        });
    }

    /**
     * The part of the file that a rank sees.
     *
     * @param unit the size of the etype
     * @param extent the extent of a tile, in etypes
     * @param places the etypes of a tile that the rank sees, in increasing order
     */
    private record Seen(long disp, int unit, int extent, int... places) {
        @Override
        public String toString() {
            return "[disp " + disp + ", unit " + unit + ", extent " + extent + ", places " + Arrays.toString(places)
                + "]";
        }

        int place(long element) {
            return (int) (disp + unit * (element / places.length * extent + places[(int) (element % places.length)]));
        }

        Datatype etype() {
            return switch (unit) {
                case 1 -> MPI.BYTE;
                case 2 -> MPI.SHORT;
                case 4 -> MPI.INT;
                default -> MPI.LONG;
            };
        }

        /** Blocks of one etype, or of etypes that follow each other. */
        Datatype filetype(boolean blocks) {
            List<Integer> starts = new ArrayList<>();
            List<Integer> lengths = new ArrayList<>();
            for (int place : places) {
                int last = starts.size() - 1;
                if (blocks && last >= 0 && starts.get(last) + lengths.get(last) == place) {
                    lengths.set(last, lengths.get(last) + 1);
                } else {
                    starts.add(place);
                    lengths.add(1);
                }
            }
            Datatype indexed = Datatype.createIndexed(lengths.stream().mapToInt(i -> i).toArray(),
                starts.stream().mapToInt(i -> i).toArray(), etype());
            Datatype tile = Datatype.createResized(indexed, 0, extent * unit);
            tile.commit();
            indexed.free();
            return tile;
        }
    }

    /** How elements lie in a buffer. */
    private enum Memory {
        /** Adjacent elements. */
        PLAIN,
        /** Elements with a gap after each. */
        SPREAD,
        /** Pairs of elements, the second one first. */
        TURNED;

        int items(int elements) {
            return this == TURNED ? elements / 2 : elements;
        }

        Datatype type(Datatype etype, int unit) {
            Datatype type = switch (this) {
                case PLAIN -> Datatype.createContiguous(1, etype);
                case SPREAD -> Datatype.createResized(etype, 0, 2 * unit);
                case TURNED -> Datatype.createIndexed(new int[] {1, 1}, new int[] {1, 0}, etype);
            };
            type.commit();
            return type;
        }

        int place(int element, int unit) {
            return unit * switch (this) {
                case PLAIN -> element;
                case SPREAD -> 2 * element;
                case TURNED -> element ^ 1;
            };
        }
    }

    /** A buffer and its bytes. */
    private record Room(Object buf, MemorySegment bytes) {
        private static Room of(int kind, int length) {
            int whole = (length + 7) / 8 * 8 + 8;
            Object buf = switch (kind) {
                case 0 -> MPI.newByteBuffer(whole);
                case 1 -> Arena.ofAuto().allocate(whole, 8);
                case 2 -> MemorySegment.ofArray(new long[whole / 8]);
                default -> ByteBuffer.allocate(whole).order(ByteOrder.nativeOrder());
            };
            MemorySegment bytes = buf instanceof ByteBuffer buffer ? MemorySegment.ofBuffer(buffer)
                : (MemorySegment) buf;
            return new Room(buf, bytes.fill(UNTOUCHED));
        }
    }

    /** An access under way, and the elements of each rank's view that it reads or writes. */
    private record Pending(FileAccess access, long[] from, int[] counts, FileAccess.Begun begun, Finding finding) {
        boolean meets(long[] others, int[] otherCounts) {
            return IntStream.range(0, SIZE).anyMatch(rank -> from[rank] < others[rank] + otherCounts[rank]
                && others[rank] < from[rank] + counts[rank]);
        }
    }

    /** What is known when an access is complete. */
    private interface Finding {
        void check(Status status);
    }

    /** One file, from opening to closing. */
    private static final class Game {
        static final String[] CHOICES = {"enable", "disable", "automatic"};

        private final SampleFile sample;
        private final long seed;
        private final Random program;
        private final byte[] model = new byte[MOST];
        private final List<Pending> pending = new ArrayList<>();
        private int size;
        private File file;
        private boolean atomic;
        private String where;
        /** The accesses of the round, the place where each rank's access begins, and its length in etypes. */
        private final StringBuilder history = new StringBuilder();

        private Verb verb;
        private boolean common;
        private boolean swapped;
        private Seen[] views;
        private long[] own;
        private long shared;
        private int reach;

        Game(SampleFile sample, long seed) {
            this.sample = sample;
            this.seed = seed;
            program = new Random(seed);
        }

        void play() throws Throwable {
            where = "seed " + seed;
            try {
                Info hints = new Info();
                StringBuilder drawn = new StringBuilder();
                HINTS.keySet().stream().sorted().filter(_ -> program.nextInt(3) > 0).forEach(key -> {
                    String[] values = HINTS.get(key);
                    String value = values[program.nextInt(values.length)];
                    hints.set(key, value);
                    drawn.append(' ').append(key).append('=').append(value);
                });
                file = sample.open(SampleFile.EDIT | MPI.MODE_DELETE_ON_CLOSE, hints);
                hints.free();
                atomic = program.nextInt(4) == 0;
                file.setAtomicity(atomic);
                for (int round = 0; round < ROUNDS; round++) {
                    round("seed " + seed + drawn + (atomic ? ", atomic" : "") + ", round " + round);
                }
                file.close();
            } catch (Throwable e) {
                throw new AssertionError(where + ": " + e + history, e);
            }
        }

        private void round(String name) throws Throwable {
            verb = size == 0 || program.nextInt(5) < 3 ? Verb.WRITE : Verb.READ;
            common = program.nextInt(3) == 0;
            swapped = program.nextInt(4) == 0;
            reach = program.nextInt(3) == 0 ? 250 : 40;
            where = name + ", " + verb + (common ? " with one view" : "") + (swapped ? " in external32" : "");
            drawViews();
            history.setLength(0);
            history.append("; views ").append(Arrays.toString(views));
            Seen mine = views[RANK];
            Datatype filetype = mine.filetype(program.nextBoolean());
            file.setView(mine.disp, mine.etype(), filetype, swapped ? "external32" : "native");
            filetype.free();
            own = new long[SIZE];
            shared = 0;
            int accesses = 1 + program.nextInt(ACCESSES);
            String round = where;
            for (int i = 0; i < accesses; i++) {
                where = round + ", access " + i;
                access();
            }
            endAll();
            where = round + ", its end";
            assertEquals(own[RANK], file.getPosition(), "own pointer");
            COMM.barrier();
            assertEquals(shared, file.getPositionShared(), "shared pointer");
            COMM.barrier();
            if (verb == Verb.WRITE) {
                changeSize();
            }
            if (!atomic) {
                file.sync();
            }
            byte[] found = sample.bytes();
            assertEquals(size, found.length, "the file's size");
            assertEquals(-1, Arrays.mismatch(Arrays.copyOf(model, size), found), "the first byte that differs");
        }

        /** Sizes are multiples of 8, so that the file ends between two elements of any type. */
        private void changeSize() {
            int wanted = program.nextInt(5) == 0 ? program.nextInt(size / 8 + 20) * 8 : (size + 7) / 8 * 8;
            if (wanted != size) {
                file.setSize(wanted);
                Arrays.fill(model, Math.min(size, wanted), Math.max(size, wanted), (byte) 0);
                size = wanted;
            }
        }

        // --------------------------------------------------------------------------------------- views

        private void drawViews() {
            int unit = 1 << program.nextInt(4);
            long disp = 8L * program.nextInt(20);
            views = new Seen[SIZE];
            if (common) {
                Arrays.fill(views, seen(disp, unit));
            } else if (verb == Verb.READ) {
                Arrays.setAll(views, _ -> seen(8L * program.nextInt(20), unit));
            } else {
                // Each etype of a tile belongs to one rank or to none.
                int extent = SIZE + program.nextInt(8);
                List<Integer> owners = new ArrayList<>(IntStream.range(0, SIZE).boxed().toList());
                while (owners.size() < extent) {
                    owners.add(program.nextInt(SIZE + 1));
                }
                Collections.shuffle(owners, program);
                Arrays.setAll(views, rank -> new Seen(disp, unit, extent, IntStream.range(0, extent)
                    .filter(place -> owners.get(place) == rank).toArray()));
            }
        }

        private Seen seen(long disp, int unit) {
            int extent = 1 + program.nextInt(8);
            int always = program.nextInt(extent);
            return new Seen(disp, unit, extent, IntStream.range(0, extent)
                .filter(place -> place == always || program.nextInt(3) > 0).toArray());
        }

        // --------------------------------------------------------------------------------------- accesses

        private void access() throws Throwable {
            List<FileAccess> all = (verb == Verb.READ ? FileAccess.READS : FileAccess.WRITES).stream()
                .filter(access -> common || !access.pointer().isCommon())
                // If all ranks have the same view, only the shared pointer separates their writes.
                .filter(access -> !common || verb == Verb.READ || access.pointer().isCommon()).toList();
            FileAccess access = all.get(program.nextInt(all.size()));
            where += ", " + access;
            if (access.form().isCollective() && pending.stream().anyMatch(each -> each.access.form() == Form.SPLIT)) {
                endAll();
            }
            Memory memory = Memory.values()[program.nextInt(Memory.values().length)];
            int[] counts = IntStream.range(0, SIZE).map(_ -> memory.items(program.nextInt(reach))).toArray();
            int kind = program.nextInt(access.form().isRequest() ? 3 : 4);
            int[] elements = IntStream.of(counts).map(count -> memory == Memory.TURNED ? 2 * count : count).toArray();
            List<Integer> turns = new ArrayList<>(IntStream.range(0, SIZE).boxed().toList());
            if (access.pointer() == Pointer.SHARED) {
                Collections.shuffle(turns, program);
            }
            long[] from = places(access, elements, turns);
            if (verb == Verb.WRITE && pending.stream().anyMatch(each -> each.meets(from, elements))) {
                endAll();
            }
            history.append("; ").append(access).append(" at ").append(Arrays.toString(from)).append(" of ")
                .append(Arrays.toString(elements));
            begin(access, memory, kind, counts[RANK], elements, from, turns);
        }

        /** The beginning of each rank's access, in etypes. The access moves the pointers. */
        private long[] places(FileAccess access, int[] elements, List<Integer> turns) throws Throwable {
            long[] from = new long[SIZE];
            switch (access.pointer()) {
                case EXPLICIT -> Arrays.setAll(from, _ -> program.nextInt(reach));
                case INDIVIDUAL -> {
                    if (program.nextBoolean()) {
                        boolean absolute = program.nextBoolean();
                        for (int rank = 0; rank < SIZE; rank++) {
                            long to = program.nextInt(reach);
                            if (rank == RANK) {
                                file.seek(absolute ? to : to - own[rank], absolute ? MPI.SEEK_SET : MPI.SEEK_CUR);
                            }
                            own[rank] = to;
                        }
                    }
                    System.arraycopy(own, 0, from, 0, SIZE);
                    for (int rank = 0; rank < SIZE; rank++) {
                        own[rank] += verb == Verb.READ && access.form().isDone()
                            ? there(views[rank], from[rank], elements[rank]) : elements[rank];
                    }
                }
                default -> {
                    if (program.nextInt(3) == 0) {
                        endAll();
                        shared = program.nextInt(reach);
                        file.seekShared(shared, MPI.SEEK_SET);
                    }
                    for (int rank : turns) {
                        from[rank] = shared;
                        shared += elements[rank];
                    }
                }
            }
            return from;
        }

        /** The number of these elements before the end of the file. */
        private int there(Seen view, long from, int elements) {
            int there = 0;
            while (there < elements && view.place(from + there) + view.unit <= size) {
                there++;
            }
            return there;
        }

        private void begin(FileAccess access, Memory memory, int kind, int count, int[] elements, long[] from,
                           List<Integer> turns) throws Throwable {
            int unit = views[RANK].unit;
            int mine = elements[RANK];
            byte[] found = verb == Verb.READ ? found(from[RANK], mine) : null;
            byte[][] written = new byte[SIZE][];
            for (int rank = 0; rank < SIZE && verb == Verb.WRITE; rank++) {
                written[rank] = new byte[elements[rank] * unit];
                program.nextBytes(written[rank]);
                write(views[rank], from[rank], written[rank]);
            }
            Room room = Room.of(kind, 2 * mine * unit);
            MemorySegment expected = MemorySegment.ofArray(new byte[(int) room.bytes.byteSize()]).fill(UNTOUCHED);
            byte[] data = verb == Verb.READ ? found : written[RANK];
            for (int i = 0; i < data.length; i++) {
                int at = memory.place(i / unit, unit) + i % unit;
                expected.set(ValueLayout.JAVA_BYTE, at, data[i]);
            }
            if (verb == Verb.WRITE) {
                room.bytes.copyFrom(expected);
            }
            Datatype type = memory.type(views[RANK].etype(), unit);
            int moved = data.length / unit;
            String here = where + " of " + mine + " at " + from[RANK] + ", " + memory;
            Finding finding = status -> {
                assertEquals(moved, status.getElements(type), here);
                assertArrayEquals(Elements.bytes(expected), Elements.bytes(room.bytes), here);
            };
            if (access.pointer() == Pointer.SHARED) {
                COMM.barrier(); // the last rank may still be about to move the pointer for the previous access
            }
            int turn = access.pointer() == Pointer.SHARED ? turns.indexOf(RANK) : 0;
            if (turn > 0) {
                COMM.recv(new byte[0], 0, MPI.BYTE, turns.get(turn - 1), TURN);
            }
            FileAccess.Begun begun = access.begin(file, from[RANK], room.buf, count, type);
            if (access.pointer() == Pointer.SHARED && turn < SIZE - 1) {
                COMM.send(new byte[0], 0, MPI.BYTE, turns.get(turn + 1), TURN);
            }
            if (access.form().isDone()) {
                finding.check(begun.end());
            } else {
                pending.add(new Pending(access, from, elements, begun, finding));
            }
        }

        private void endAll() throws Throwable {
            Collections.shuffle(pending, program);
            for (Pending each : pending) {
                each.finding.check(each.begun.end());
            }
            pending.clear();
        }

        // --------------------------------------------------------------------------------------- the model

        private void write(Seen view, long from, byte[] data) {
            for (int i = 0; i < data.length; i++) {
                int at = view.place(from + i / view.unit) + within(view.unit, i % view.unit);
                model[at] = data[i];
            }
            if (data.length > 0) {
                size = Math.max(size, view.place(from + data.length / view.unit - 1) + view.unit);
            }
        }

        private byte[] found(long from, int elements) {
            Seen view = views[RANK];
            byte[] data = new byte[there(view, from, elements) * view.unit];
            for (int i = 0; i < data.length; i++) {
                data[i] = model[view.place(from + i / view.unit) + within(view.unit, i % view.unit)];
            }
            return data;
        }

        private int within(int unit, int at) {
            return swapped && ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? unit - 1 - at : at;
        }
    }
}
