/** What the tests of transports send; those of other modules use it too. */
package mpj.transport.packets;
