/** Collective calls: each is one value, from the API's edge to its schedule, and what carries it out. */
package mpj.core.collective;
