/** What of package mpi needs no job: group algebra, dimensions, contexts. */
package mpi;
