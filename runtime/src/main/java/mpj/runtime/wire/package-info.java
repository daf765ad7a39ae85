/**
 * What passes between launcher, agents, daemons and ranks: the environment that mpjrun sets, and the form of all
 * messages. A message is a record ({@link mpj.runtime.wire.Struct}) of a conversation
 * ({@link mpj.runtime.wire.Union}), in a frame ({@link mpj.runtime.wire.Frames}).
 */
package mpj.runtime.wire;
