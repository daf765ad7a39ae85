/** Tests of the parts of package mpi that need no job: its members, groups, infos. */
package mpi;
