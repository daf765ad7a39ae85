/** {@code bin/bench tune}: finds the quickest algorithm of each collective on this machine. */
package mpj.bench.tune;
