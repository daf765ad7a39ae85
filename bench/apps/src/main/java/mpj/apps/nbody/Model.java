package mpj.apps.nbody;

/**
 * The computed system, and the accuracy of the computation.
 *
 * @param start the particles at the beginning
 * @param expansion the growth of space
 * @param periodic whether the particles are in the periodic box; otherwise they are alone in space
 * @param constant the constant of gravitation
 * @param softening the length of Plummer's softening
 * @param opening the opening angle
 * @param bucket how many particles a leaf of the tree may have
 */
record Model(InitialConditions start, Expansion expansion, boolean periodic, double constant, double softening,
             double opening, int bucket) {
}
