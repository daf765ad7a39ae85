/** What a transport is; no other module knows more about one than this. */
package mpj.transport.spi;
