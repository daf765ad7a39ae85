package mpj.apps.nbody;

/** The growth of space, and its effect on a time step. If space grows, times are scale factors. */
sealed interface Expansion {
    /** The time at the end of a step. */
    double time(int step);

    /** The change of the momenta for a unit of acceleration. */
    double kick(double from, double to);

    /** The change of the positions for a unit of momentum. */
    double drift(double from, double to);

    /** The time in the middle of a step. */
    double middle(double from, double to);

    /** The scale factor at a time. */
    double scale(double time);

    /**
     * A flat universe that has only matter. Its age is 2/3 when the scale factor is 1, so the unit of time is the
     * inverse of Hubble's constant. Momenta are a² dx/dt.
     *
     * @param start the scale factor at the beginning
     * @param end the scale factor at the end
     * @param steps the number of steps; each step grows the scale factor by the same factor
     */
    record EinsteinDeSitter(double start, double end, int steps) implements Expansion {
        /** The constant of gravitation with which the mean density, whose value is 1, is the critical density. */
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
     * Space that does not grow, for particles that are alone in it.
     *
     * @param length the length of a time step
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
