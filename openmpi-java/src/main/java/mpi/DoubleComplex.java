package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;

/** A complex number in a buffer of {@link MPI#DOUBLE_COMPLEX} items: its real part, followed by its imaginary part. */
public final class DoubleComplex {
    private final DoubleBuffer buffer;
    private final int real;

    private DoubleComplex(DoubleBuffer buffer, int index) {
        this.buffer = buffer;
        real = 2 * index;
    }

    /**
     * The first complex number of a buffer.
     *
     * @param buffer the buffer
     * @return the number
     */
    public static DoubleComplex get(DoubleBuffer buffer) {
        return get(buffer, 0);
    }

    /**
     * A complex number of a buffer.
     *
     * @param buffer the buffer
     * @param index the number's place, counted in complex numbers
     * @return the number
     */
    public static DoubleComplex get(DoubleBuffer buffer, int index) {
        return new DoubleComplex(buffer, index);
    }

    /**
     * The first complex number of an array.
     *
     * @param array the array
     * @return the number
     */
    public static DoubleComplex get(double[] array) {
        return get(array, 0);
    }

    /**
     * A complex number of an array.
     *
     * @param array the array
     * @param index the number's place, counted in complex numbers
     * @return the number
     */
    public static DoubleComplex get(double[] array, int index) {
        return get(DoubleBuffer.wrap(array), index);
    }

    /**
     * The first complex number of a buffer, in native byte order.
     *
     * @param buffer the buffer
     * @return the number
     */
    public static DoubleComplex get(ByteBuffer buffer) {
        return get(buffer, 0);
    }

    /**
     * A complex number of a buffer, in native byte order.
     *
     * @param buffer the buffer
     * @param index the number's place, counted in complex numbers from the buffer's start
     * @return the number
     */
    public static DoubleComplex get(ByteBuffer buffer, int index) {
        return get(buffer.duplicate().clear().order(ByteOrder.nativeOrder()).asDoubleBuffer(), index);
    }

    /**
     * The real part.
     *
     * @return the real part
     */
    public double getReal() {
        return buffer.get(real);
    }

    /**
     * The imaginary part.
     *
     * @return the imaginary part
     */
    public double getImag() {
        return buffer.get(real + 1);
    }

    /**
     * Sets the real part.
     *
     * @param real the real part
     */
    public void putReal(double real) {
        buffer.put(this.real, real);
    }

    /**
     * Sets the imaginary part.
     *
     * @param imag the imaginary part
     */
    public void putImag(double imag) {
        buffer.put(real + 1, imag);
    }

    /**
     * The buffer, from this number on.
     *
     * @return the buffer
     */
    public DoubleBuffer getBuffer() {
        return real == 0 ? buffer : MPI.slice(buffer, real);
    }
}
