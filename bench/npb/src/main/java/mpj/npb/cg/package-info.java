/** CG: the least eigenvalue of a sparse matrix, by conjugate gradients. */
package mpj.npb.cg;
