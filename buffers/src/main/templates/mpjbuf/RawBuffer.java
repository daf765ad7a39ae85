package mpjbuf;

import java.nio.ByteBuffer;

/**
 * The memory of a buffer's static part. It moves elements to and from byte offsets, and knows nothing about sections.
 * {@link NIOBuffer} implements it.
 *
 * <p>Elements are stored in the byte order of the memory. It is the native byte order, unless
 * {@link NIOBuffer#setEncoding} has changed it. With {@code revBytes}, a method assumes that the elements are stored in
 * the opposite byte order. Offsets into the memory and the capacity are in bytes, and need no alignment. A method
 * throws {@link ArrayIndexOutOfBoundsException} if an array is too short, {@link IndexOutOfBoundsException} if the
 * memory is too short, and {@link IllegalStateException} if the memory was freed. Several threads must not use it at
 * the same time.
 */
public sealed interface RawBuffer permits NIOBuffer {

    /**
     * Returns the size of the memory.
     *
     * @return the number of bytes, or {@link Integer#MAX_VALUE} if there are more
     */
    int getCapacity();

    /** Gives the memory back to its source. A second call does nothing. */
    void free();

    /**
     * Stores a byte.
     *
     * @param value the value, whose low eight bits are stored
     * @param bufOff the offset to which it is stored
     */
    void putByte(int value, int bufOff);

    /**
     * Loads a byte.
     *
     * @param bufOff the offset from which it is loaded
     * @return -128 to 127
     */
    int getByte(int bufOff);

    /**
     * Stores an int.
     *
     * @param value the int
     * @param bufOff the offset to which it is stored
     */
    void putInt(int value, int bufOff);

    /**
     * Loads an int.
     *
     * @param bufOff the offset from which it is loaded
     * @param revBytes whether to reverse its bytes
     * @return the int
     */
    int getInt(int bufOff, boolean revBytes);

    /**
     * Copies bytes from a ByteBuffer, whose position and limit do not matter and do not change.
     *
     * @param srcBuffer the source
     * @param srcOffset the index of the first byte in the source
     * @param srcLength the number of bytes
     * @param dstOffset the offset to which the bytes are copied
     */
    void copy(ByteBuffer srcBuffer, int srcOffset, int srcLength, int dstOffset);

    //@each byte short int long char float double boolean
    /**
     * Stores a range of an array.
     *
     * @param source the array
     * @param srcOff the first index
     * @param numEls the number of elements
     * @param bufOff the offset to which it is stored
     */
    void write($type$[] source, int srcOff, int numEls, int bufOff);

    /**
     * Stores elements chosen by indexes.
     *
     * @param source the array
     * @param numEls the number of elements
     * @param offs where in {@code indexes} to start
     * @param indexes the elements' indexes
     * @param bufOff the offset to which it is stored
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
     * @param bufOff the offset to which it is stored
     */
    void strGather($type$[] source, int srcOff, int rank, int exts, int strs, int[] shape, int bufOff);

    /**
     * Loads elements into a range of an array.
     *
     * @param dest the array
     * @param dstOff the first index
     * @param numEls the number of elements
     * @param bufOff the offset from which it is loaded
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
     * @param bufOff the offset from which it is loaded
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
     * @param bufOff the offset from which it is loaded
     * @param revBytes whether to reverse each element's bytes
     */
    void strScatter($type$[] dest, int dstOff, int rank, int exts, int strs, int[] shape,
                    int bufOff, boolean revBytes);

    //@end
}
