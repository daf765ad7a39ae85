/** The two ends of a stream of messages, without the connections under them: what was sent, arrived, and is done. */
package tycho.stream;
