package mpj.core.datatype;

import mpjbuf.layout.ElementType;

/** Items of two elements that predefined operations treat as one value. */
public enum Composite {
    FLOAT_COMPLEX(ElementType.FLOAT),
    DOUBLE_COMPLEX(ElementType.DOUBLE),
    INT2(ElementType.INT),
    SHORT_INT(ElementType.SHORT),
    LONG_INT(ElementType.LONG),
    FLOAT_INT(ElementType.FLOAT),
    DOUBLE_INT(ElementType.DOUBLE);

    private final ElementType first;

    Composite(ElementType first) {
        this.first = first;
    }

    /**
     * Whether it is a value and its index, which is an int, as MAXLOC and MINLOC take them. Otherwise it is a complex
     * number.
     */
    public boolean isPair() {
        return compareTo(INT2) >= 0;
    }

    /** The type of the value, or of the real and the imaginary part. */
    public ElementType first() {
        return first;
    }
}
