package mpj.npb.cfd;

/** The constants of the equations, with the names of NAS-91-002. */
public final class Gas {
    /** The variables at a point: density, momentum along x, y and z, energy. */
    public static final int VARIABLES = 5;
    /** The index of the energy among the variables. */
    public static final int ENERGY = 4;

    /** The ratio of specific heats, and this ratio less one. */
    public static final double C1 = 1.4;
    public static final double C2 = 0.4;
    /** Viscosity. */
    public static final double C34 = 0.1;
    /** Viscosity of the momentum along the direction of a derivative. */
    public static final double C34_NORMAL = 4.0 / 3.0 * C34;
    /** Conduction of heat. */
    public static final double C1345 = C1 * C1 * C34;
    /** The factor of the fourth differences, which keep the solution smooth. */
    public static final double DISSIPATION = 0.25;

    private static final double[] DIFFUSION = {0.75, 0.75, 1.0};

    private Gas() {
    }

    /** The factor of the second differences along an axis: dx1, dy1, dz1. */
    public static double diffusion(int axis) {
        return DIFFUSION[axis];
    }
}
