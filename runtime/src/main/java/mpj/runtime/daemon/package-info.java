/**
 * mpjd, which starts agents on hosts without ssh, and mpjrun's side of the conversation, over connections of
 * {@link mpj.runtime.keys}. Keys are trusted by the daemon's list and by the user's list.
 *
 * <p>A daemon that runs as root starts each agent as the system's user whom its list names for the key. A daemon that
 * runs as another user starts agents as itself, so the code that runs there can read the daemon's private key.
 */
package mpj.runtime.daemon;
