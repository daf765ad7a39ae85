/** {@code bin/bench tune}: finds the quickest algorithm of each collective on the machine at hand. */
package mpj.bench.tune;
