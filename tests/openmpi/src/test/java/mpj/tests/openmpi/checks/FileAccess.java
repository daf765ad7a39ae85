package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.nio.Buffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpi.Datatype;
import mpi.File;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/** A method of files that reads or writes: the pointer that gives the place, and the form of the call. */
record FileAccess(Verb verb, Pointer pointer, Form form) {
    private static final int TURN = 77;

    /** The direction of the access. */
    enum Verb { READ, WRITE }

    /** The argument or pointer that gives the place. */
    enum Pointer {
        /** An explicit offset, which is an argument. */
        EXPLICIT("At"),
        /** The rank's own pointer. */
        INDIVIDUAL(""),
        /** The pointer that all ranks share. */
        SHARED("Shared"),
        /** The shared pointer, in the order of the ranks. */
        ORDERED("Ordered");

        private final String suffix;

        Pointer(String suffix) {
            this.suffix = suffix;
        }

        /** Whether all ranks share the pointer. */
        boolean isCommon() {
            return this == SHARED || this == ORDERED;
        }
    }

    /** When the call ends, and whether all ranks make it. */
    enum Form {
        BLOCKING, REQUEST, COLLECTIVE, COLLECTIVE_REQUEST, SPLIT;

        boolean isRequest() {
            return this == REQUEST || this == COLLECTIVE_REQUEST;
        }

        boolean isCollective() {
            return this == COLLECTIVE || this == COLLECTIVE_REQUEST || this == SPLIT;
        }

        /** Whether the access is complete when the call returns. */
        boolean isDone() {
            return this == BLOCKING || this == COLLECTIVE;
        }
    }

    /** All methods. */
    static final List<FileAccess> ALL = all();
    static final List<FileAccess> READS = ALL.stream().filter(access -> access.verb == Verb.READ).toList();
    static final List<FileAccess> WRITES = ALL.stream().filter(access -> access.verb == Verb.WRITE).toList();

    private static List<FileAccess> all() {
        List<FileAccess> all = new ArrayList<>();
        for (Verb verb : Verb.values()) {
            for (Pointer pointer : Pointer.values()) {
                Stream<Form> forms = switch (pointer) {
                    case EXPLICIT, INDIVIDUAL -> Arrays.stream(Form.values());
                    case SHARED -> Stream.of(Form.BLOCKING, Form.REQUEST);
                    case ORDERED -> Stream.of(Form.COLLECTIVE, Form.SPLIT);
                };
                forms.forEach(form -> all.add(new FileAccess(verb, pointer, form)));
            }
        }
        return List.copyOf(all);
    }

    /**
     * A third of these methods, a different one in each turn. A check with many cases uses some methods for each case.
     */
    static List<FileAccess> some(List<FileAccess> of, int turn) {
        return IntStream.range(0, of.size()).filter(i -> (i + turn) % 3 == 0).mapToObj(of::get).toList();
    }

    /** What a check does with each method. */
    interface Body {
        void run(FileAccess access) throws Throwable;
    }

    /** Runs the check with each of these methods. A failure names the method. */
    static void each(List<FileAccess> accesses, Body body) {
        for (FileAccess access : accesses) {
            try {
                body.run(access);
            } catch (Throwable e) {
                throw new AssertionError(access + ": " + e, e);
            }
        }
    }

    /** An access that has begun. */
    interface Begun {
        Status end() throws Throwable;
    }

    /** Whether this form takes such a buffer. */
    boolean takes(Memory memory) {
        return !form.isRequest() || memory.isDirect();
    }

    /** The method that reads what this method has written. */
    FileAccess reading() {
        return new FileAccess(Verb.READ, pointer, form);
    }

    /** The name of the method. For a split collective, the name without its ending. */
    String method() {
        String name = verb.name().toLowerCase() + pointer.suffix;
        if (form.isCollective() && !pointer.isCommon()) {
            name += "All";
        }
        return form.isRequest() ? "i" + Character.toUpperCase(name.charAt(0)) + name.substring(1) : name;
    }

    /**
     * Calls the method. If the access is complete when the call returns, {@code end} only returns its status.
     *
     * @param offset the explicit offset; methods with a pointer ignore it
     */
    Begun begin(File file, long offset, Object buf, int count, Datatype type) throws Throwable {
        Class<?> memory = !form.isRequest() ? Object.class
            : buf instanceof MemorySegment ? MemorySegment.class : Buffer.class;
        String name = form == Form.SPLIT ? method() + "Begin" : method();
        Object result = pointer == Pointer.EXPLICIT
            ? call(file, name, new Class<?>[] {long.class, memory, int.class, Datatype.class}, offset, buf, count, type)
            : call(file, name, new Class<?>[] {memory, int.class, Datatype.class}, buf, count, type);
        return switch (result) {
            case null -> () -> end(file, buf);
            case Request request -> request::waitStatus;
            default -> () -> (Status) result;
        };
    }

    /** Ends a split collective. */
    Status end(File file, Object buf) throws Throwable {
        return (Status) call(file, method() + "End", new Class<?>[] {Object.class}, buf);
    }

    private static Object call(File file, String name, Class<?>[] types, Object... arguments) throws Throwable {
        try {
            return File.class.getMethod(name, types).invoke(file, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /**
     * All ranks call the method, and each has one block. The block of rank 0 comes first, and then the block of rank 1.
     * With a shared pointer, the ranks take turns.
     *
     * @param start the beginning of the first block, in elements of the view
     * @param block the number of elements of the view in each block
     */
    Begun beginInOrder(File file, long start, long block, Object buf, int count, Datatype type) throws Throwable {
        long own = start + RANK * block;
        if (pointer == Pointer.INDIVIDUAL) {
            file.seek(own, MPI.SEEK_SET);
        } else if (pointer.isCommon()) {
            file.seekShared(start, MPI.SEEK_SET);
        }
        if (pointer != Pointer.SHARED) {
            return begin(file, own, buf, count, type);
        }
        if (RANK > 0) {
            COMM.recv(new byte[0], 0, MPI.BYTE, RANK - 1, TURN);
        }
        Begun begun = begin(file, own, buf, count, type);
        if (RANK < SIZE - 1) {
            COMM.send(new byte[0], 0, MPI.BYTE, RANK + 1, TURN);
        }
        return begun;
    }

    /** Does the same, and completes the access. */
    Status inOrder(File file, long start, long block, Object buf, int count, Datatype type) throws Throwable {
        return beginInOrder(file, start, block, buf, count, type).end();
    }

    @Override
    public String toString() {
        return method() + (form == Form.SPLIT ? "Begin" : "");
    }
}
