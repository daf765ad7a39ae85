/** EP: pairs of Gaussian deviates. */
package mpj.npb.ep;
