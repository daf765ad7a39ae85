package mpi;

/** The view of a file that a process has, as {@link File#getView} returns it. MPI: the results of MPI_File_get_view. */
public final class FileView {
    private final long disp;
    private final Datatype etype;
    private final Datatype filetype;
    private final String datarep;

    /**
     * Makes a description of a view.
     *
     * @param disp where the view begins in the file, in bytes
     * @param etype the type of the file's elements
     * @param filetype the type that selects the elements which the process sees
     * @param datarep the data representation
     */
    public FileView(long disp, Datatype etype, Datatype filetype, String datarep) {
        this.disp = disp;
        this.etype = etype;
        this.filetype = filetype;
        this.datarep = datarep;
    }

    /**
     * Where the view begins in the file.
     *
     * @return the number of bytes from the file's beginning
     */
    public long getDisp() {
        return disp;
    }

    /**
     * The type of the file's elements.
     *
     * @return the elementary datatype
     */
    public Datatype getEType() {
        return etype;
    }

    /**
     * The type that selects the elements which the process sees.
     *
     * @return the file's datatype
     */
    public Datatype getFileType() {
        return filetype;
    }

    /**
     * The form in which the elements are stored in the file.
     *
     * @return the data representation
     */
    public String getDataRep() {
        return datarep;
    }
}
