package mpj.apps.nbody;

/** Where the particles begin. They do not depend on how many ranks make them. */
interface InitialConditions {
    /** The particles of all ranks. */
    int total();

    /** A rank's part of them, about as many as each other's. */
    Particles part(int rank, int ranks);
}
