/** The packets that tests of transports send. Tests of other modules use them as well. */
package mpj.transport.packets;
