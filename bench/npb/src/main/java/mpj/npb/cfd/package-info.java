/**
 * The parts that LU, SP and BT share: they solve the same equations of a gas on a cube, by different methods.
 *
 * <p>A field is an array of rows along x, and each row is a Java array of its own. C2 turns a loop over rows into
 * vector instructions only if all rows have the same index. It cannot see that two places in one array, or in arrays at
 * different offsets, do not overlap.
 */
package mpj.npb.cfd;
