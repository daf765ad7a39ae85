/** Whole programs on the library: a cosmological N-body code. */
module mpj.apps {
    requires mpj;
    requires info.picocli;
    requires java.desktop;

    opens mpj.apps.nbody to info.picocli;
}
