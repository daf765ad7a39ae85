/** How a rank learns its number and finds the other ranks, whichever launcher started it. */
package mpj.runtime.bootstrap;
