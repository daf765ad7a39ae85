/** Turns the recordings of a traced job into a page, a diagnosis, and files for other tools. */
module mpj.trace {
    requires jdk.jfr;
}
