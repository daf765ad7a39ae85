/**
 * PMI-1 and PMI-2 are the protocols by which Hydra (of MPICH and of Intel) and Slurm's pmi2 plugin tell a rank about
 * its job. They send text over a descriptor that the rank inherits, or over TCP. The code follows the public sources of
 * MPICH (src/pmi) and the paper "PMI: A Scalable Parallel Process-Management Interface for Extreme-Scale Systems"
 * (Balaji et al., 2010).
 */
package mpj.runtime.pmi;
