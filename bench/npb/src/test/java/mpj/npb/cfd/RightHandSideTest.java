package mpj.npb.cfd;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RightHandSideTest {
    private static final int EDGE = 12;

    private static Block cube(RightHandSide operator) {
        Block cube = new Block(EDGE, new int[Block.AXES], new int[] {EDGE, EDGE, EDGE});
        cube.force(operator);
        return cube;
    }

    @Test
    void exactSolutionIsSteady() {
        RightHandSide operator = new RightHandSide(EDGE, EDGE);
        Block cube = cube(operator);
        for (int k = 0; k < EDGE; k++) {
            for (int j = 0; j < EDGE; j++) {
                for (int i = 0; i < EDGE; i++) {
                    for (int m = 0; m < Gas.VARIABLES; m++) {
                        cube.u[m][cube.row(j, k)][i + Block.HALO] =
                            ExactSolution.at(m, i / (EDGE - 1.0), j / (EDGE - 1.0), k / (EDGE - 1.0));
                    }
                }
            }
        }
        operator.apply(cube, 1);
        double[] squares = new double[Gas.VARIABLES];
        cube.sumSquares(squares);
        double[] errors = new double[Gas.VARIABLES];
        cube.sumErrors(errors);
        for (int m = 0; m < Gas.VARIABLES; m++) {
            assertEquals(0, squares[m], 1e-20);
            assertEquals(0, errors[m], 1e-20);
        }
    }

    /** The x axis is treated differently from the other two, because rows lie along it. */
    @Test
    void cellsHaveTheCubesRightHandSide() {
        RightHandSide operator = new RightHandSide(EDGE, EDGE);
        Block cube = cube(operator);
        cube.initialize();
        operator.apply(cube, 2);
        int[] low = {4, 3, 5};
        int[] size = {4, 6, 7};
        Block cell = new Block(EDGE, low, size);
        cell.force(operator);
        for (int m = 0; m < Gas.VARIABLES; m++) {
            for (int k = -Block.HALO; k < size[2] + Block.HALO; k++) {
                for (int j = -Block.HALO; j < size[1] + Block.HALO; j++) {
                    System.arraycopy(cube.u[m][cube.row(low[1] + j, low[2] + k)], low[0], cell.u[m][cell.row(j, k)], 0,
                        size[0] + 2 * Block.HALO);
                }
            }
        }
        operator.apply(cell, 2);
        for (int m = 0; m < Gas.VARIABLES; m++) {
            for (int k = 0; k < cell.to(2); k++) {
                for (int j = 0; j < size[1]; j++) {
                    for (int i = 0; i < size[0]; i++) {
                        double whole = cube.rhs[m][cube.row(low[1] + j, low[2] + k)][low[0] + i + Block.HALO];
                        assertEquals(whole, cell.rhs[m][cell.row(j, k)][i + Block.HALO], 1e-12 * Math.abs(whole));
                    }
                }
            }
        }
    }
}
