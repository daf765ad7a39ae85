/**
 * libfabric (OFI): {@link mpj.bindings.libfabric.libfabric_h} has the constants and the few functions that the library
 * exports. The functions of the data path are inline functions in the C headers. They call through the tables of
 * functions ({@code fi_ops_...}) to which every open object points.
 */
package mpj.bindings.libfabric;
