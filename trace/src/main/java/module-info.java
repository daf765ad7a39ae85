/** What becomes of the recordings of a job that was traced: the page, the diagnosis, and files for other tools. */
module mpj.trace {
    requires jdk.jfr;
}
