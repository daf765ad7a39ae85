/**
 * The heat equation on a square plate: an implicit step, which conjugate gradients solve. {@code
 * bench/native/heat_cg.c} is the same in C: keep the two alike, a comparison rests on it.
 */
package mpj.apps.heat;
