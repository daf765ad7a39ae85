/** MG: Poisson's equation on a cube, by multigrid. */
package mpj.npb.mg;
