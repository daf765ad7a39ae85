package mpi;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/** TODO. MPI: see the list. */
public final class FloatComplex {
    FloatComplex() {
    }

    /**
     * TODO.
     *
     * @param buffer TODO
     * @return TODO
     */
    public static FloatComplex get(FloatBuffer buffer) {
        throw MPIException.notYet("FloatComplex.get");
    }

    /**
     * TODO.
     *
     * @param buffer TODO
     * @param index TODO
     * @return TODO
     */
    public static FloatComplex get(FloatBuffer buffer, int index) {
        throw MPIException.notYet("FloatComplex.get");
    }

    /**
     * TODO.
     *
     * @param array TODO
     * @return TODO
     */
    public static FloatComplex get(float[] array) {
        throw MPIException.notYet("FloatComplex.get");
    }

    /**
     * TODO.
     *
     * @param array TODO
     * @param index TODO
     * @return TODO
     */
    public static FloatComplex get(float[] array, int index) {
        throw MPIException.notYet("FloatComplex.get");
    }

    /**
     * TODO.
     *
     * @param buffer TODO
     * @return TODO
     */
    public static FloatComplex get(ByteBuffer buffer) {
        throw MPIException.notYet("FloatComplex.get");
    }

    /**
     * TODO.
     *
     * @param buffer TODO
     * @param index TODO
     * @return TODO
     */
    public static FloatComplex get(ByteBuffer buffer, int index) {
        throw MPIException.notYet("FloatComplex.get");
    }

    /**
     * TODO.
     * @return TODO
     */
    public float getReal() {
        throw MPIException.notYet("FloatComplex.getReal");
    }

    /**
     * TODO.
     * @return TODO
     */
    public float getImag() {
        throw MPIException.notYet("FloatComplex.getImag");
    }

    /**
     * TODO.
     *
     * @param real TODO
     */
    public void putReal(float real) {
        throw MPIException.notYet("FloatComplex.putReal");
    }

    /**
     * TODO.
     *
     * @param imag TODO
     */
    public void putImag(float imag) {
        throw MPIException.notYet("FloatComplex.putImag");
    }

    /**
     * TODO.
     * @return TODO
     */
    public FloatBuffer getBuffer() {
        throw MPIException.notYet("FloatComplex.getBuffer");
    }
}
