/** How a rank learns who it is and finds the others, whatever launcher started it. */
package mpj.runtime.bootstrap;
