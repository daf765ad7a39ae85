/**
 * The functions, constants and structures of the C library and the Linux kernel that this library uses, as jextract
 * generated them. {@code bindings/symbols/libc.txt} lists them.
 */
package mpj.bindings.libc;
