/**
 * The heat equation on a square plate. Conjugate gradients solve each implicit step. {@code bench/native/heat_cg.c} is
 * the same program in C. Keep the two programs alike: a comparison relies on it.
 */
package mpj.apps.heat;
