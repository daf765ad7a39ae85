/**
 * The functions, constants and structures of PMIx that this library uses, as jextract generated them.
 * {@code bindings/symbols/pmix.txt} lists them. The caller must load libpmix first; see {@code mpj.runtime.pmix}.
 */
package mpj.bindings.pmix;
