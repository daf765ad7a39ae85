/** What passes between mpjrun and its ranks: the environment it sets, and the messages of its loopback connection. */
package mpj.runtime.wire;
