/** Whole programs on the library: a cosmological N-body code, and a heat equation solved by conjugate gradients. */
module mpj.apps {
    requires mpj;
    requires info.picocli;
    requires java.desktop;

    opens mpj.apps.heat to info.picocli;
    opens mpj.apps.nbody to info.picocli;
}
