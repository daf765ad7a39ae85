/** Collective calls: each call is one value, from the API's edge to its schedule. The other classes carry it out. */
package mpj.core.collective;
