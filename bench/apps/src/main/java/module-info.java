/**
 * Whole programs that use the library: a cosmological N-body code, and a heat equation that conjugate gradients solve.
 */
module mpj.apps {
    requires mpj;
    requires info.picocli;
    requires java.desktop;

    opens mpj.apps.heat to info.picocli;
    opens mpj.apps.nbody to info.picocli;
}
