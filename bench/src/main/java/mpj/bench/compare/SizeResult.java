package mpj.bench.compare;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The measurements at one size in one state of the machine.
 *
 * @param benchmark the benchmark's name
 * @param bytes the message size
 * @param iterations the loop count of each block, the same on every side
 * @param state the state the machine was in
 * @param rounds the steady rounds in that state, at least one
 * @param discarded the rounds at this size, in any state, during which the state changed or something else ran
 * @param foreignLoad the part of the time of all cores that other processes used at this size, 0 to 1
 */
record SizeResult(String benchmark, int bytes, long iterations, MachineState state, List<Round> rounds,
                  Discarded discarded, double foreignLoad) {

    /** The microseconds of one side, over its blocks. */
    Spread time(int side) {
        return Spread.of(rounds.stream().mapToDouble(round -> round.microseconds()[side]).toArray());
    }

    /** The first side's time divided by the time of side {@code peer}. Each ratio is of two neighbouring blocks. */
    Spread ratio(int peer) {
        return Spread.of(rounds.stream().mapToDouble(round -> round.ratio(peer)).toArray());
    }

    /** The median of the exchanges of a flag before the blocks, in microseconds. */
    double flagMicroseconds() {
        return Statistics.median(rounds.stream()
            .flatMapToDouble(round -> IntStream.range(0, round.flagMicroseconds().length)
                .mapToDouble(i -> round.flagMicroseconds()[i])).toArray());
    }
}
