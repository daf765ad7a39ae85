package mpj.apps.nbody;

/**
 * What is computed, and how exactly.
 *
 * @param start where the particles begin
 * @param expansion how space grows
 * @param periodic whether they are in the periodic box, or alone in space
 * @param constant of gravitation
 * @param softening Plummer's, a length
 * @param opening the opening angle
 * @param bucket most particles of a leaf of the tree
 */
record Model(InitialConditions start, Expansion expansion, boolean periodic, double constant, double softening,
             double opening, int bucket) {
}
