package mpi;

/** TODO. MPI: see the list. */
public final class FileView {
    /**
     * TODO.
     *
     * @param disp TODO
     * @param etype TODO
     * @param filetype TODO
     * @param datarep TODO
     */
    public FileView(long disp, Datatype etype, Datatype filetype, String datarep) {
        throw MPIException.notYet("FileView");
    }

    /**
     * TODO.
     * @return TODO
     */
    public long getDisp() {
        throw MPIException.notYet("FileView.getDisp");
    }

    /**
     * TODO.
     * @return TODO
     */
    public Datatype getEType() {
        throw MPIException.notYet("FileView.getEType");
    }

    /**
     * TODO.
     * @return TODO
     */
    public Datatype getFileType() {
        throw MPIException.notYet("FileView.getFileType");
    }

    /**
     * TODO.
     * @return TODO
     */
    public String getDataRep() {
        throw MPIException.notYet("FileView.getDataRep");
    }
}
