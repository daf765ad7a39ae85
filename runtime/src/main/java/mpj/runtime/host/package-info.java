/** What a host does for a job: it starts the ranks, answers their bootstrap, forwards their output and ends them. */
package mpj.runtime.host;
