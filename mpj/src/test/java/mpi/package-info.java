/** Tests of the parts of package mpi that need no job: group algebra, dimensions, contexts. */
package mpi;
