package mpj.npb.common;

/** How large a problem is: S is to try, W is a workstation's of 1995, A, B and C are to measure. */
public enum ProblemClass {
    S, W, A, B, C
}
