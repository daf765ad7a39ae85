/** LU: the gas, by symmetric successive over-relaxation. */
package mpj.npb.lu;
