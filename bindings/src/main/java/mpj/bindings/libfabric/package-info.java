/**
 * libfabric (OFI): {@link mpj.bindings.libfabric.libfabric_h} has the few functions that the library exports, and the
 * constants. The data path is inline in the C headers; it goes through the tables of functions ({@code fi_ops_...})
 * that every object opened points to.
 */
package mpj.bindings.libfabric;
