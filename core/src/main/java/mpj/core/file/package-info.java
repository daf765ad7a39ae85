/**
 * Files that the ranks of a communicator read and write together. MPI: chapter 13 of MPI 3.1. All sections and tables
 * of the standard that this package names are those of MPI 3.1.
 */
package mpj.core.file;
