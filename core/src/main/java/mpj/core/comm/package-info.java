/** MPI as one rank has it, from Init to Finalize: communicators, their messages, and how they are made. */
package mpj.core.comm;
