/** The tree of agents, one on each further host of a job, from the launcher down: how it grows, and what it carries. */
package mpj.runtime.agent;
