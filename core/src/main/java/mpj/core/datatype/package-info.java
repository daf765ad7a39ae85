/** Datatypes, and the numbers that stand for something else than a rank, a tag or a count. */
package mpj.core.datatype;
