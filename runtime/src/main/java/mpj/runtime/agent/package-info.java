/**
 * The tree of agents, one on each host of a job other than the launcher's: how the tree grows, and what its messages
 * carry.
 */
package mpj.runtime.agent;
