/** Message buffers of {@code mpjbuf} as payloads. Only this package needs {@code mpjbuf}, and only if it is used. */
package tycho.buffers;
