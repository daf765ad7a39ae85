package mpj.apps.nbody;

/** The particles at the beginning. They do not depend on the number of ranks that make them. */
interface InitialConditions {
    /** The number of particles of all ranks. */
    int total();

    /** A rank's part of the particles. All parts have about the same number. */
    Particles part(int rank, int ranks);
}
