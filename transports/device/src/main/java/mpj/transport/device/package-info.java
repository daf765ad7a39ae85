/**
 * The parts that transports over network devices share: registered memory, and sleeping until the device has something.
 */
package mpj.transport.device;
