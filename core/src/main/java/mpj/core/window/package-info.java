/** One-sided communication: windows, their operations and their synchronisation. */
package mpj.core.window;
