package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/** A complex number in a buffer of {@link MPI#FLOAT_COMPLEX} items: its real part, followed by its imaginary part. */
public final class FloatComplex {
    private final FloatBuffer buffer;
    private final int real;

    private FloatComplex(FloatBuffer buffer, int index) {
        this.buffer = buffer;
        real = 2 * index;
    }

    /**
     * The first complex number of a buffer.
     *
     * @param buffer the buffer
     * @return the number
     */
    public static FloatComplex get(FloatBuffer buffer) {
        return get(buffer, 0);
    }

    /**
     * A complex number of a buffer.
     *
     * @param buffer the buffer
     * @param index the number's place, counted in complex numbers
     * @return the number
     */
    public static FloatComplex get(FloatBuffer buffer, int index) {
        return new FloatComplex(buffer, index);
    }

    /**
     * The first complex number of an array.
     *
     * @param array the array
     * @return the number
     */
    public static FloatComplex get(float[] array) {
        return get(array, 0);
    }

    /**
     * A complex number of an array.
     *
     * @param array the array
     * @param index the number's place, counted in complex numbers
     * @return the number
     */
    public static FloatComplex get(float[] array, int index) {
        return get(FloatBuffer.wrap(array), index);
    }

    /**
     * The first complex number of a buffer, in native byte order.
     *
     * @param buffer the buffer
     * @return the number
     */
    public static FloatComplex get(ByteBuffer buffer) {
        return get(buffer, 0);
    }

    /**
     * A complex number of a buffer, in native byte order.
     *
     * @param buffer the buffer
     * @param index the number's place, counted in complex numbers from the buffer's start
     * @return the number
     */
    public static FloatComplex get(ByteBuffer buffer, int index) {
        return get(buffer.duplicate().clear().order(ByteOrder.nativeOrder()).asFloatBuffer(), index);
    }

    /**
     * The real part.
     *
     * @return the real part
     */
    public float getReal() {
        return buffer.get(real);
    }

    /**
     * The imaginary part.
     *
     * @return the imaginary part
     */
    public float getImag() {
        return buffer.get(real + 1);
    }

    /**
     * Sets the real part.
     *
     * @param real the real part
     */
    public void putReal(float real) {
        buffer.put(this.real, real);
    }

    /**
     * Sets the imaginary part.
     *
     * @param imag the imaginary part
     */
    public void putImag(float imag) {
        buffer.put(real + 1, imag);
    }

    /**
     * The buffer, from this number on.
     *
     * @return the buffer
     */
    public FloatBuffer getBuffer() {
        return real == 0 ? buffer : MPI.slice(buffer, real);
    }
}
