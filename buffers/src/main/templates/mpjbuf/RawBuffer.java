package mpjbuf;

import java.nio.ByteBuffer;

/**
 * The memory of a buffer's static part: moves elements to and from byte offsets and knows nothing of sections.
 * {@link NIOBuffer} implements it.
 *
 * <p>Elements are stored in the memory's byte order, native unless {@link NIOBuffer#setEncoding} changed it; with
 * {@code revBytes} they are taken to be stored in the opposite one. Offsets into the memory and the capacity are in
 * bytes and need no alignment. A method that finds an array too short throws {@link ArrayIndexOutOfBoundsException}, one
 * that finds the memory too short {@link IndexOutOfBoundsException}, one that finds it freed
 * {@link IllegalStateException}. Not safe for use by several threads at once.
 */
public sealed interface RawBuffer permits NIOBuffer {

    /**
     * Returns the size of the memory.
     *
     * @return bytes; {@link Integer#MAX_VALUE} if there are more
     */
    int getCapacity();

    /** Gives the memory back to where it came from. Freeing it again does nothing. */
    void free();

    /**
     * Stores a byte.
     *
     * @param value its low eight bits are stored
     * @param bufOff where to
     */
    void putByte(int value, int bufOff);

    /**
     * Loads a byte.
     *
     * @param bufOff where from
     * @return -128 to 127
     */
    int getByte(int bufOff);

    /**
     * Stores an int.
     *
     * @param value the int
     * @param bufOff where to
     */
    void putInt(int value, int bufOff);

    /**
     * Loads an int.
     *
     * @param bufOff where from
     * @param revBytes whether to reverse its bytes
     * @return the int
     */
    int getInt(int bufOff, boolean revBytes);

    /**
     * Copies bytes from a ByteBuffer, whose position and limit play no part and stay as they are.
     *
     * @param srcBuffer where from
     * @param srcOffset the first byte's index there
     * @param srcLength the number of bytes
     * @param dstOffset where to
     */
    void copy(ByteBuffer srcBuffer, int srcOffset, int srcLength, int dstOffset);

    //@each byte short int long char float double boolean
    /**
     * Stores a range of an array.
     *
     * @param source the array
     * @param srcOff the first index
     * @param numEls the number of elements
     * @param bufOff where to
     */
    void write($type$[] source, int srcOff, int numEls, int bufOff);

    /**
     * Stores elements chosen by indexes.
     *
     * @param source the array
     * @param numEls the number of elements
     * @param offs where in {@code indexes} to start
     * @param indexes the elements' indexes
     * @param bufOff where to
     * @return {@code numEls}
     */
    int gather($type$[] source, int numEls, int offs, int[] indexes, int bufOff);

    /**
     * Stores elements chosen by a {@linkplain mpjbuf.layout.Shape shape}.
     *
     * @param source the array
     * @param srcOff the index of the element at the origin
     * @param rank the number of dimensions, not negative
     * @param exts where the extents start in {@code shape}
     * @param strs where the strides start in {@code shape}
     * @param shape extents and strides
     * @param bufOff where to
     */
    void strGather($type$[] source, int srcOff, int rank, int exts, int strs, int[] shape, int bufOff);

    /**
     * Loads elements into a range of an array.
     *
     * @param dest the array
     * @param dstOff the first index
     * @param numEls the number of elements
     * @param bufOff where from
     * @param revBytes whether to reverse each element's bytes
     */
    void read($type$[] dest, int dstOff, int numEls, int bufOff, boolean revBytes);

    /**
     * Loads elements to places chosen by indexes.
     *
     * @param dest the array
     * @param numEls the number of elements
     * @param offs where in {@code indexes} to start
     * @param indexes the places' indexes
     * @param bufOff where from
     * @param revBytes whether to reverse each element's bytes
     * @return {@code numEls}
     */
    int scatter($type$[] dest, int numEls, int offs, int[] indexes, int bufOff, boolean revBytes);

    /**
     * Loads elements to places chosen by a {@linkplain mpjbuf.layout.Shape shape}.
     *
     * @param dest the array
     * @param dstOff the index of the element at the origin
     * @param rank the number of dimensions, not negative
     * @param exts where the extents start in {@code shape}
     * @param strs where the strides start in {@code shape}
     * @param shape extents and strides
     * @param bufOff where from
     * @param revBytes whether to reverse each element's bytes
     */
    void strScatter($type$[] dest, int dstOff, int rank, int exts, int strs, int[] shape,
                    int bufOff, boolean revBytes);

    //@end
}
