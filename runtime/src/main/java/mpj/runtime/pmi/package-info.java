/**
 * PMI-1 and PMI-2, the protocols by which MPICH's and Intel's Hydra and Slurm's pmi2 plugin tell a rank who it is: text
 * over a descriptor that the rank inherits, or over TCP. After the public sources of MPICH (src/pmi) and the paper
 * "PMI: A Scalable Parallel Process-Management Interface for Extreme-Scale Systems" (Balaji et al., 2010).
 */
package mpj.runtime.pmi;
