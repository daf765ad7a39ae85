/** The MPI world of one rank, from Init to Finalize: communicators, their messages, and how communicators are made. */
package mpj.core.comm;
