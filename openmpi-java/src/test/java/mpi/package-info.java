/** What of package mpi needs no job: its members, groups, infos. */
package mpi;
