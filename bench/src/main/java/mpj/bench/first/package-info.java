/** What a program's first messages take, and short programs as a whole. */
package mpj.bench.first;
