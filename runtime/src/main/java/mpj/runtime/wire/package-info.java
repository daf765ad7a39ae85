/**
 * What launcher, agents, daemons and ranks send each other: the environment variables that mpjrun sets, and the form of
 * all messages. A message is a record ({@link mpj.runtime.wire.Struct}) that belongs to a conversation
 * ({@link mpj.runtime.wire.Union}) and is sent in a frame ({@link mpj.runtime.wire.Frames}).
 */
package mpj.runtime.wire;
