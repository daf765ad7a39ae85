package mpi;

import java.util.IdentityHashMap;
import java.util.Map;
import mpj.core.datatype.TypeDescriptor;

/** TODO. MPI: see the list. */
public final class Datatype implements Freeable, Cloneable {
    /** By what they are below the API, which ranks that are threads have in common. */
    private static final Map<TypeDescriptor, Datatype> PREDEFINED = new IdentityHashMap<>();

    private final TypeDescriptor core;

    private Datatype(TypeDescriptor core) {
        this.core = core;
    }

    /** One of MPI's own. */
    static Datatype predefined(TypeDescriptor core) {
        Datatype datatype = new Datatype(core);
        PREDEFINED.put(core, datatype);
        return datatype;
    }

    /** The datatype that the program knows as this. */
    static Datatype of(TypeDescriptor core) {
        Datatype predefined = PREDEFINED.get(core);
        return predefined != null ? predefined : (Datatype) core.apiObject();
    }

    /** What a datatype is below the API; of null, null. */
    static TypeDescriptor core(Datatype datatype) {
        return datatype == null ? null : datatype.core;
    }

    /**
     * TODO. MPI: MPI_Type_get_extent.
     * @return TODO
     */
    public int getLb() {
        throw MPIException.notYet("Datatype.getLb");
    }

    /**
     * TODO. MPI: MPI_Type_get_extent.
     * @return TODO
     */
    public int getExtent() {
        throw MPIException.notYet("Datatype.getExtent");
    }

    /**
     * TODO. MPI: MPI_Type_get_true_extent.
     * @return TODO
     */
    public int getTrueLb() {
        throw MPIException.notYet("Datatype.getTrueLb");
    }

    /**
     * TODO. MPI: MPI_Type_get_true_extent.
     * @return TODO
     */
    public int getTrueExtent() {
        throw MPIException.notYet("Datatype.getTrueExtent");
    }

    /**
     * TODO. MPI: MPI_Type_size.
     * @return TODO
     */
    public int getSize() {
        throw MPIException.notYet("Datatype.getSize");
    }

    /**
     * TODO. MPI: MPI_Type_commit.
     */
    public void commit() {
        throw MPIException.notYet("Datatype.commit");
    }

    /**
     * TODO.
     */
    public void free() {
        throw MPIException.notYet("Datatype.free");
    }

    /**
     * TODO.
     * @return TODO
     */
    public boolean isNull() {
        throw MPIException.notYet("Datatype.isNull");
    }

    /**
     * TODO.
     * @return TODO
     */
    @Override
    public Datatype clone() {
        throw MPIException.notYet("Datatype.clone");
    }

    /**
     * TODO. MPI: MPI_Type_dup.
     * @return TODO
     */
    public Datatype dup() {
        throw MPIException.notYet("Datatype.dup");
    }

    /**
     * TODO. MPI: MPI_Type_contiguous.
     *
     * @param count TODO
     * @param oldType TODO
     * @return TODO
     */
    public static Datatype createContiguous(int count, Datatype oldType) {
        throw MPIException.notYet("Datatype.createContiguous");
    }

    /**
     * TODO. MPI: MPI_Type_vector.
     *
     * @param count TODO
     * @param blockLength TODO
     * @param stride TODO
     * @param oldType TODO
     * @return TODO
     */
    public static Datatype createVector(int count, int blockLength, int stride, Datatype oldType) {
        throw MPIException.notYet("Datatype.createVector");
    }

    /**
     * TODO. MPI: MPI_Type_create_hvector.
     *
     * @param count TODO
     * @param blockLength TODO
     * @param stride TODO
     * @param oldType TODO
     * @return TODO
     */
    public static Datatype createHVector(int count, int blockLength, int stride, Datatype oldType) {
        throw MPIException.notYet("Datatype.createHVector");
    }

    /**
     * TODO. MPI: MPI_Type_indexed.
     *
     * @param blockLengths TODO
     * @param displacements TODO
     * @param oldType TODO
     * @return TODO
     */
    public static Datatype createIndexed(int[] blockLengths, int[] displacements, Datatype oldType) {
        throw MPIException.notYet("Datatype.createIndexed");
    }

    /**
     * TODO. MPI: MPI_Type_create_hindexed.
     *
     * @param blockLengths TODO
     * @param displacements TODO
     * @param oldType TODO
     * @return TODO
     */
    public static Datatype createHIndexed(int[] blockLengths, int[] displacements, Datatype oldType) {
        throw MPIException.notYet("Datatype.createHIndexed");
    }

    /**
     * TODO. MPI: MPI_Type_create_struct.
     *
     * @param blockLengths TODO
     * @param displacements TODO
     * @param types TODO
     * @return TODO
     */
    public static Datatype createStruct(int[] blockLengths, int[] displacements, Datatype[] types) {
        throw MPIException.notYet("Datatype.createStruct");
    }

    /**
     * TODO. MPI: MPI_Type_create_resized.
     *
     * @param oldType TODO
     * @param lb TODO
     * @param extent TODO
     * @return TODO
     */
    public static Datatype createResized(Datatype oldType, int lb, int extent) {
        throw MPIException.notYet("Datatype.createResized");
    }

    /**
     * TODO.
     *
     * @param name TODO
     */
    public void setName(String name) {
        throw MPIException.notYet("Datatype.setName");
    }

    /**
     * TODO.
     * @return TODO
     */
    public String getName() {
        throw MPIException.notYet("Datatype.getName");
    }

    /**
     * TODO. MPI: MPI_Type_create_keyval.
     * @return TODO
     */
    public static int createKeyval() {
        throw MPIException.notYet("Datatype.createKeyval");
    }

    /**
     * TODO. MPI: MPI_Type_free_keyval.
     *
     * @param keyval TODO
     */
    public static void freeKeyval(int keyval) {
        throw MPIException.notYet("Datatype.freeKeyval");
    }

    /**
     * TODO. MPI: MPI_Type_set_attr.
     *
     * @param keyval TODO
     * @param value TODO
     */
    public void setAttr(int keyval, Object value) {
        throw MPIException.notYet("Datatype.setAttr");
    }

    /**
     * TODO. MPI: MPI_Type_get_attr.
     *
     * @param keyval TODO
     * @return TODO
     */
    public Object getAttr(int keyval) {
        throw MPIException.notYet("Datatype.getAttr");
    }

    /**
     * TODO. MPI: MPI_Type_delete_attr.
     *
     * @param keyval TODO
     */
    public void deleteAttr(int keyval) {
        throw MPIException.notYet("Datatype.deleteAttr");
    }
}
