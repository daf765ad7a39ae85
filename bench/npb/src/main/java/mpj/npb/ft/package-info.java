/** FT: a diffusion equation in three dimensions, by Fourier transforms. */
package mpj.npb.ft;
