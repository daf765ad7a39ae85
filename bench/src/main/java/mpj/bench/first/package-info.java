/** The time of a program's first messages, and of short programs as a whole. */
package mpj.bench.first;
