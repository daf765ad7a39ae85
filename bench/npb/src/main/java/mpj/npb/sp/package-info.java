/** SP: the gas, by scalar pentadiagonal systems. */
package mpj.npb.sp;
