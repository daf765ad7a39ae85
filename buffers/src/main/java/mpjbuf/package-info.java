/**
 * Message buffers with the API of MPJ Express's mpjbuf: a {@link mpjbuf.Buffer} is written section by section, sent as
 * bytes, and read back. {@link mpjbuf.layout} defines how sections lie in memory.
 */
package mpjbuf;
