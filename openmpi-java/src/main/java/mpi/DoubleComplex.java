package mpi;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;

/** TODO. MPI: see the list. */
public final class DoubleComplex {
    DoubleComplex() {
    }

    /**
     * TODO.
     *
     * @param buffer TODO
     * @return TODO
     */
    public static DoubleComplex get(DoubleBuffer buffer) {
        throw MPIException.notYet("DoubleComplex.get");
    }

    /**
     * TODO.
     *
     * @param buffer TODO
     * @param index TODO
     * @return TODO
     */
    public static DoubleComplex get(DoubleBuffer buffer, int index) {
        throw MPIException.notYet("DoubleComplex.get");
    }

    /**
     * TODO.
     *
     * @param array TODO
     * @return TODO
     */
    public static DoubleComplex get(double[] array) {
        throw MPIException.notYet("DoubleComplex.get");
    }

    /**
     * TODO.
     *
     * @param array TODO
     * @param index TODO
     * @return TODO
     */
    public static DoubleComplex get(double[] array, int index) {
        throw MPIException.notYet("DoubleComplex.get");
    }

    /**
     * TODO.
     *
     * @param buffer TODO
     * @return TODO
     */
    public static DoubleComplex get(ByteBuffer buffer) {
        throw MPIException.notYet("DoubleComplex.get");
    }

    /**
     * TODO.
     *
     * @param buffer TODO
     * @param index TODO
     * @return TODO
     */
    public static DoubleComplex get(ByteBuffer buffer, int index) {
        throw MPIException.notYet("DoubleComplex.get");
    }

    /**
     * TODO.
     * @return TODO
     */
    public double getReal() {
        throw MPIException.notYet("DoubleComplex.getReal");
    }

    /**
     * TODO.
     * @return TODO
     */
    public double getImag() {
        throw MPIException.notYet("DoubleComplex.getImag");
    }

    /**
     * TODO.
     *
     * @param real TODO
     */
    public void putReal(double real) {
        throw MPIException.notYet("DoubleComplex.putReal");
    }

    /**
     * TODO.
     *
     * @param imag TODO
     */
    public void putImag(double imag) {
        throw MPIException.notYet("DoubleComplex.putImag");
    }

    /**
     * TODO.
     * @return TODO
     */
    public DoubleBuffer getBuffer() {
        throw MPIException.notYet("DoubleComplex.getBuffer");
    }
}
