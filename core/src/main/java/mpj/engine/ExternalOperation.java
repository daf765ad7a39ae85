package mpj.engine;

/**
 * An operation that is completed from outside the engine: by a thread that reads a file, or by the steps that serve a
 * window. MPI: a generalized request. {@link Engine#complete} and {@link StepMessages#complete} complete it.
 */
public final class ExternalOperation extends Operation {
    private int typeCode;
    private long elements;
    private long bytes;

    /**
     * Notes what the operation has moved, before it is completed. A status tells this to the program.
     *
     * @param type the code of the elements' type in a section header
     * @param count the number of elements
     * @param size the size of the elements in bytes
     */
    public void moved(int type, long count, long size) {
        typeCode = type;
        elements = count;
        bytes = size;
    }

    /** The code of the elements' type. */
    public int typeCode() {
        return typeCode;
    }

    /** How many elements the operation has moved. */
    public long elements() {
        return elements;
    }

    /** How many bytes the operation has moved. */
    public long bytes() {
        return bytes;
    }
}
