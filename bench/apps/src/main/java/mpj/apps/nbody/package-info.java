/**
 * A cosmological N-body code of the Gadget kind: a Barnes-Hut tree, domains along a Peano-Hilbert curve, and a leapfrog
 * in a periodic box that expands.
 *
 * <p>Begin to read at {@code Simulation}. All ranks have the same tree, each as far as it looks into it, and each force
 * is added up in the same order. The result is therefore the same for any number of ranks, to the last bit.
 */
package mpj.apps.nbody;
