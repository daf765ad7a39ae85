/** The operations of reductions. */
package mpj.core.op;
