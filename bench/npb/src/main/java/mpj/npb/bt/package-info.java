/** BT: the gas, by block tridiagonal systems. */
package mpj.npb.bt;
