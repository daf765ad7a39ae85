package mpj.npb.cfd;

/** The numbers of the equations, by NAS-91-002's names. */
public final class Gas {
    /** The variables at a point: density, momentum along x, y and z, energy. */
    public static final int VARIABLES = 5;
    /** Of them, energy. */
    public static final int ENERGY = 4;

    /** The ratio of specific heats, and that less one. */
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
