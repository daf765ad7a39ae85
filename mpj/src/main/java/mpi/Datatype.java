package mpi;

import mpj.engine.Receive;
import mpjbuf.layout.ElementType;

/** The type of the elements of a message. MPI: MPI_Datatype. Immutable; for use by any thread. */
public abstract class Datatype {
    private final String name;

    Datatype(String name) {
        this.name = name;
    }

    /** The code in the section header. */
    abstract int code();

    /** The primitive type that travels: BYTE for serialized objects. */
    abstract ElementType elementType();

    /** The size of an element in a message, in bytes; 1 for objects, whose size is not known before. */
    abstract int elementBytes();

    /** The class of the arrays that hold such elements, or null when any array of objects does. */
    abstract Class<?> arrayClass();

    final boolean isObject() {
        return code() == Receive.OBJECTS;
    }

    /**
     * The size of one element, in bytes. MPI: MPI_Type_size.
     *
     * @return the size
     */
    public int Size() {
        return elementBytes();
    }

    /** MPI's name for it. */
    @Override
    public String toString() {
        return "MPI." + name;
    }

    /** A type of Java's own. */
    static final class Basic extends Datatype {
        private final ElementType type;
        private final int code;
        private final int bytes;
        private final Class<?> arrayClass;

        Basic(ElementType type) {
            super(type.name());
            this.type = type;
            this.code = type.code();
            this.bytes = type.bytes();
            this.arrayClass = type.arrayClass();
        }

        @Override
        int code() {
            return code;
        }

        @Override
        ElementType elementType() {
            return type;
        }

        @Override
        int elementBytes() {
            return bytes;
        }

        @Override
        Class<?> arrayClass() {
            return arrayClass;
        }
    }

    /** Serializable objects. */
    static final class Objects extends Datatype {
        Objects() {
            super("OBJECT");
        }

        @Override
        int code() {
            return Receive.OBJECTS;
        }

        @Override
        ElementType elementType() {
            return ElementType.BYTE;
        }

        @Override
        int elementBytes() {
            return 1;
        }

        @Override
        Class<?> arrayClass() {
            return null;
        }
    }
}
