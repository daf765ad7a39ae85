package mpi;

/** How a process sees a file: what {@link File#getView} returns. MPI: the results of MPI_File_get_view. */
public final class FileView {
    private final long disp;
    private final Datatype etype;
    private final Datatype filetype;
    private final String datarep;

    /**
     * A view.
     *
     * @param disp where it begins in the file, in bytes
     * @param etype what the file is made of
     * @param filetype which of these elements the process sees
     * @param datarep how the elements are written
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
     * @return bytes
     */
    public long getDisp() {
        return disp;
    }

    /**
     * What the file is made of.
     *
     * @return the elementary datatype
     */
    public Datatype getEType() {
        return etype;
    }

    /**
     * Which elements the process sees.
     *
     * @return the file's datatype
     */
    public Datatype getFileType() {
        return filetype;
    }

    /**
     * How the elements are written.
     *
     * @return the data representation
     */
    public String getDataRep() {
        return datarep;
    }
}
