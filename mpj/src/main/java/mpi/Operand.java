package mpi;

/** Elements in an array: one side of a reduction. */
final class Operand {
    Object buffer;
    int offset;

    Operand at(Object newBuffer, int newOffset) {
        buffer = newBuffer;
        offset = newOffset;
        return this;
    }
}
