/** IS: ranks of integer keys, by buckets. */
package mpj.npb.is;
