package mpj.apps.nbody;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulationTest {
    private static final int ALL = Integer.MAX_VALUE;

    private static Simulation simulation(Model model) {
        return new Simulation(OneRank.communication(), model);
    }

    private static Model box(InitialConditions start, int steps, double end, double softening, double opening) {
        return new Model(start, new Expansion.EinsteinDeSitter(0.05, end, steps), true,
            Expansion.EinsteinDeSitter.CONSTANT, softening, opening, 16);
    }

    private static Model cluster(int particles, double opening) {
        return new Model(new PlummerSphere(particles, 3), new Expansion.None(0.01), false, 1, 0.02, opening, 16);
    }

    /** Particles anywhere in the box, so that the forces are large and hardly cancel out. */
    private record Scattered(int total) implements InitialConditions {
        @Override
        public Particles part(int rank, int ranks) {
            Particles particles = new Particles(1.0 / total);
            particles.renew(total);
            for (int i = 0; i < total; i++) {
                particles.identity[i] = i;
                particles.work[i] = 1;
                particles.x[i] = Noise.uniform(5, i, 0);
                particles.y[i] = Noise.uniform(5, i, 1);
                // Particles that are dense at one face. The opposite face is near, because the box is periodic.
                particles.z[i] = Math.pow(Noise.uniform(5, i, 2), 3);
            }
            return particles;
        }
    }

    @ParameterizedTest
    @CsvSource({"0.2, 0.001", "0.5, 0.006", "1, 0.04"})
    void forcesInTheBoxMatchTheDirectSum(double opening, double most) {
        double error = DirectSum.error(simulation(box(new Scattered(3000), 1, 1, 0.005, opening)), ALL);
        assertTrue(error < most && error > 0, () -> "error " + error);
    }

    @ParameterizedTest
    @CsvSource({"0.2, 0.001", "0.5, 0.006", "1, 0.04"})
    void forcesInAClusterMatchTheDirectSum(double opening, double most) {
        double error = DirectSum.error(simulation(cluster(3000, opening)), ALL);
        assertTrue(error < most && error > 0, () -> "error " + error);
    }

    @Test
    void treeHasAllOfTheMassOnce() {
        EssentialTree trees = treesOf(new Scattered(3000));
        Tree tree = trees.whole();
        assertEquals(1, tree.mass[0], 1e-12);
        assertEquals(tree.nodes, tree.skip[0]);
        int inLeaves = 0;
        for (int node = 0; node < tree.nodes; node++) {
            inLeaves += tree.particles[node];
        }
        assertEquals(3000, inLeaves);
    }

    private static EssentialTree treesOf(InitialConditions start) {
        Communication communication = OneRank.communication();
        Domains domains = new Domains(communication, 16);
        Redistribution redistribution = new Redistribution(communication, domains);
        EssentialTree trees = new EssentialTree(communication, domains, true, 0.5, 16);
        Particles particles = start.part(0, 1);
        redistribution.divide(particles, RootCell.BOX);
        redistribution.exchange(particles, RootCell.BOX);
        trees.build(particles, redistribution.order(), RootCell.BOX);
        trees.exchange();
        return trees;
    }

    /** Zel'dovich's approximation is exact for sheets that have not crossed, so the place of each particle is known. */
    @Test
    void planeWaveGoesWhereZeldovichSays() {
        int side = 12;
        double amplitude = 1.2;
        double end = 0.5;
        Simulation simulation = simulation(box(ZeldovichLattice.planeWave(side, 0.05, amplitude), 20, end,
            0.2 / side, 0.3));
        for (int step = 0; step < 20; step++) {
            simulation.step();
        }
        Particles expected = ZeldovichLattice.planeWave(side, end, amplitude).part(0, 1);
        Particles found = simulation.particles();
        double travelled = (end - 0.05) * amplitude / (2 * Math.PI);
        for (int i = 0; i < found.count; i++) {
            int same = found.identity[i];
            assertNear(expected.x[same], found.x[i], 0.02 * travelled);
            assertNear(expected.y[same], found.y[i], 0.02 * travelled);
            assertNear(expected.z[same], found.z[i], 0.02 * travelled);
        }
    }

    private static void assertNear(double expected, double found, double most) {
        double distance = expected - found - Math.rint(expected - found);
        assertEquals(0, distance, most);
    }

    @Test
    void clusterKeepsEnergyAndMomentum() {
        Simulation simulation = simulation(cluster(1000, 0.5));
        Conservation conservation = new Conservation(simulation);
        for (int step = 0; step < 50; step++) {
            simulation.step();
            conservation.follow();
        }
        Conservation.Look look = conservation.look();
        // The values of a Plummer sphere, apart from the random part.
        assertEquals(-0.25, look.kinetic() + look.potential(), 0.02);
        assertEquals(0, look.energyError(), 1e-3);
        assertEquals(0, look.momentumError(), 1e-3);
    }

    @Test
    void energyInTheBoxFollowsLayzerAndIrvine() {
        ZeldovichLattice start = ZeldovichLattice.coldDarkMatter(8, 0.05, 50, 0.8, 1);
        Simulation simulation = simulation(box(start, 60, 1, 0.1 / 8, 0.5));
        Conservation conservation = new Conservation(simulation);
        double most = 0;
        for (int step = 0; step < 60; step++) {
            simulation.step();
            conservation.follow();
            Conservation.Look look = conservation.look();
            most = Math.max(most, Math.abs(look.energyError()));
            assertEquals(0, look.momentumError(), 1e-3);
        }
        assertEquals(0, most, 0.02);
    }
}
