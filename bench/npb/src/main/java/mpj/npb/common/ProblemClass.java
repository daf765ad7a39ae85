package mpj.npb.common;

/** The size of a problem: S is for a try, W fits a workstation of 1995, and A, B and C are for measurements. */
public enum ProblemClass {
    S, W, A, B, C
}
