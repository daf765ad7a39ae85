/**
 * A cosmological N-body code of the Gadget kind: a Barnes-Hut tree, domains along a Peano-Hilbert curve, and a leapfrog
 * in a periodic box that expands.
 *
 * <p>Begin to read at {@code Simulation}. Every rank has the same tree as far as it looks at it, and adds
 * up each force in the same order, whatever the number of ranks. So the result does not depend on that, to the last
 * bit.
 */
package mpj.apps.nbody;
