/** The program that {@code bin/bench compare files} runs. */
package mpj.bench.openmpi.files;
