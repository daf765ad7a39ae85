/** Frames over TLS connections. */
package tycho.link;
