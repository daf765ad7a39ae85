package mpj.apps.nbody;

/** How space grows, and what that makes of a time step. Times are scale factors where it grows. */
sealed interface Expansion {
    /** The time at the end of a step. */
    double time(int step);

    /** What the momenta change by, for a unit of acceleration. */
    double kick(double from, double to);

    /** What the positions change by, for a unit of momentum. */
    double drift(double from, double to);

    /** The time in the middle of a step. */
    double middle(double from, double to);

    /** The scale factor at a time. */
    double scale(double time);

    /**
     * A flat universe of matter alone. Its age is 2/3 where the scale factor is 1: Hubble's constant is then the unit.
     * Momenta are a² dx/dt.
     *
     * @param start the scale factor at the beginning
     * @param end the scale factor at the end
     * @param steps between them, each by the same factor
     */
    record EinsteinDeSitter(double start, double end, int steps) implements Expansion {
        /** The constant of gravitation for which the mean density, the unit, is the critical one. */
        static final double CONSTANT = 3 / (8 * Math.PI);

        @Override
        public double time(int step) {
            return start * StrictMath.pow(end / start, (double) step / steps);
        }

        @Override
        public double middle(double from, double to) {
            return Math.sqrt(from * to);
        }

        /** The integral of dt/a. */
        @Override
        public double kick(double from, double to) {
            return 2 * (Math.sqrt(to) - Math.sqrt(from));
        }

        /** The integral of dt/a². */
        @Override
        public double drift(double from, double to) {
            return 2 * (1 / Math.sqrt(from) - 1 / Math.sqrt(to));
        }

        @Override
        public double scale(double time) {
            return time;
        }
    }

    /**
     * Space as it is, for particles alone in it.
     *
     * @param length of a step
     */
    record None(double length) implements Expansion {
        @Override
        public double time(int step) {
            return step * length;
        }

        @Override
        public double middle(double from, double to) {
            return (from + to) / 2;
        }

        @Override
        public double kick(double from, double to) {
            return to - from;
        }

        @Override
        public double drift(double from, double to) {
            return to - from;
        }

        @Override
        public double scale(double time) {
            return 1;
        }
    }
}
