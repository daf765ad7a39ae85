/**
 * Message buffers with the API of MPJ Express's mpjbuf: a {@link mpjbuf.Buffer} is written section by section, sent as
 * bytes, and read back. How sections lie in memory is in {@link mpjbuf.layout}.
 */
package mpjbuf;
